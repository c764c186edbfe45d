# Hears nothing after its greeting.
. "${0%/*}/engine.sh"

read -r word
on_uci
exec sleep 1000
