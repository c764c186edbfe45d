# Never finishes its greeting.
. "${0%/*}/engine.sh"

on_uci() { say 'Usage: mute [OPTIONS]'; }

serve
