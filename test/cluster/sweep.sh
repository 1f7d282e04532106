#!/bin/sh
# Removes everything that a run created, however the run ends. Waits until its standard input closes. Then it ends every
# process in the run's directory, and removes its network namespaces, its limits and finally the directory.
place=$1 net=$2
[ -n "$place" ] && [ -n "$net" ] || exit 2
trap '' INT TERM HUP
cat >/dev/null

# Processes of the run, found by working directory or open files.
ours() {
  for dir in /proc/[0-9]*; do
    pid=${dir#/proc/}
    [ "$pid" = "$$" ] && continue
    case "$(readlink "$dir/cwd" 2>/dev/null)" in "$place" | "$place"/*) echo "$pid"; continue ;; esac
    grep -qsF -- "$place/" "$dir/cmdline" && echo "$pid"
  done
}
for _ in 1 2 3 4 5 6; do
  pids=$(ours)
  [ -z "$pids" ] && break
  kill -9 $pids 2>/dev/null
  sleep 0.3
done
for name in $(ip netns list 2>/dev/null | cut -d' ' -f1); do
  case $name in "$net"-*) ip netns del "$name" ;; esac
done
ip link del "$net" 2>/dev/null
rmdir "/sys/fs/cgroup/blkio/$net" "/sys/fs/cgroup/$net" 2>/dev/null
rm -rf "$place"
