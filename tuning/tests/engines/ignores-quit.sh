# Does not end, neither when told to nor when nothing can be told any more.
. "${0%/*}/engine.sh"

on_quit() { :; }

serve
exec sleep 1000
