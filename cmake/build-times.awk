# Prints what each file of a build cost, from ninja's log: awk -f build-times.awk build/.ninja_log.
# The log holds wall time: of two jobs on two idle cores it is about processor time, and more where
# others use them. An output that was built again counts once, with its last time.
BEGIN { FS = "\t"; sort = "sort -k1,1nr" }
/^#/ { next }
{ seconds[$4] = ($2 - $1) / 1000 }
END {
  for (output in seconds) {
    if (output ~ /CMakeFiles\/cmake\./) continue
    # <folder>/CMakeFiles/<target>.dir/<source>.o is compiled; what else there is, linked.
    compiled = match(output, /CMakeFiles\/[^\/]*\.dir\//)
    file = compiled ? substr(output, RSTART + RLENGTH) : output
    target = compiled ? substr(output, RSTART + 11, RLENGTH - 16) : "linking and finding tests"
    sub(/\.o$/, "", file)
    printf "%8.1f  %-18s %s\n", seconds[output], compiled ? target : "", file | sort
    ofTarget[target] += seconds[output]
    files[target]++
    sum += seconds[output]
  }
  close(sort)
  print ""
  for (target in ofTarget) printf "%8.1f  %s (%d)\n", ofTarget[target], target, files[target] | sort
  close(sort)
  printf "%8.1f  in all, seconds of wall time\n", sum
}
