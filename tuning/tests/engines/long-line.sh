# Writes a line without an end.
. "${0%/*}/engine.sh"

on_go() { yes | tr -d '\n'; }

serve
