# Closes its output when it should think.
. "${0%/*}/engine.sh"

on_go() { exec >&-; }

serve
