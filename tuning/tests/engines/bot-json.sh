# The same in JSON, kept running; its answers go over two lines.

log=$1
keep='>>>BOTZONE_REQUEST_KEEP_RUNNING<<<'
response='{"response":{"x0":2,"y0":0,"x1":2,"y1":5,"x2":6,"y2":5}'
while read -r line; do
    echo "$line" >>"$log"
    printf '%s,\n"debug":""}\n%s\n' "$response" "$keep"
done
