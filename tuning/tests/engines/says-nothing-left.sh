# Says that there is no move, and what it thinks of the position.
. "${0%/*}/engine.sh"

on_position() { say 'info string error: position: not my game'; }
on_go() { say 'bestmove (none)'; }

serve
