# Ends when it is greeted.
. "${0%/*}/engine.sh"

on_uci() { say 'cannot find my book' >&2; exit 3; }

serve
