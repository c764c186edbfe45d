# Answers with no move.
. "${0%/*}/engine.sh"

on_go() { say 'bestmove e2e4'; }

serve
