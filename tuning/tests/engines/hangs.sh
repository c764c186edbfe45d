# Never answers.
. "${0%/*}/engine.sh"

on_go() { :; }

serve
