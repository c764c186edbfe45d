# Writes without end when it should think.
. "${0%/*}/engine.sh"

on_go() { exec yes 'info depth 1'; }

serve
