/**
 * Plain sh, for this machine and for those behind SSH: where does a program live longest? A service takes everything it
 * started along when it stops; a login session does so with KillUserProcesses=yes. A scope of the user's own manager
 * escapes both, but that manager ends with the user's last session unless lingering is enabled: then the scope would
 * end commands that the session would have left running.
 */

/** Prints one of LIFETIMES. */
export const LIFETIME_FUNCTION = `
logind_kills() {
  # After su it is another user's session.
  owner=\${cgroup#*/user-}
  user=$(id -un "\${owner%%.slice*}" 2>/dev/null || id -un)
  settings=$(loginctl show-session -p KillUserProcesses -p KillOnlyUsers -p KillExcludeUsers 2>/dev/null)
  only= excluded= kills=no
  while IFS='=' read -r name value; do
    case $name in
      KillUserProcesses) kills=$value ;;
      KillOnlyUsers) only=$value ;;
      KillExcludeUsers) excluded=$value ;;
    esac
  done <<LIST
$settings
LIST
  [ "$kills" = yes ] || return 1
  case " \${excluded:-root} " in *" $user "*) return 1 ;; esac
  case " $only " in "  "|*" $user "*) return 0 ;; esac
  return 1
}
lifetime() {
  [ -d /run/systemd/system ] || { echo unmanaged; return; }
  cgroup=$(cat /proc/self/cgroup) uid=$(id -u) manager=
  case $cgroup in */slurm*) echo until_job_ends; return ;; esac
  if command -v systemd-run >/dev/null; then
    [ "$uid" = 0 ] && { echo system_scope; return; }
    [ -S "/run/user/$uid/systemd/private" ] && manager=yes
  fi
  [ "$manager" ] && [ -e "/var/lib/systemd/linger/$(id -un)" ] && { echo user_scope; return; }
  case $cgroup in
    *"/user@$uid.service/"*) echo until_logout ;;
    */session-*.scope*)
      if ! logind_kills; then echo session
      elif [ "$manager" ]; then echo until_logout
      else echo until_session_ends
      fi ;;
    *.service*) echo until_service_stops ;;
    *) echo unmanaged ;;
  esac
}
`;

/**
 * Executes the command it is given. If no scope can be created it does without: the first systemd-run only tries it,
 * because the second cannot return. Delegate: keepers create cgroups below it, and a command that is killed for its
 * memory must not make systemd stop the others.
 */
export const SCOPE_SCRIPT = `${LIFETIME_FUNCTION}
# A command of ours is in a cgroup below such a scope, and what it starts must not end with it.
case $(sed -n 's/^0:://p' /proc/self/cgroup) in */ringback-*.scope) exec "$@" ;; esac
case $(lifetime </dev/null) in
  system_scope) manager=--system ;;
  user_scope|until_logout) manager=--user; XDG_RUNTIME_DIR=/run/user/$(id -u); export XDG_RUNTIME_DIR ;;
  *) exec "$@" ;;
esac
scope() {
  how=$1; shift
  read -r unique </proc/sys/kernel/random/uuid
  $how systemd-run $manager --scope --quiet --collect --unit="ringback-$unique" \\
    --description='Ringback: background commands' --property=Delegate=yes -- "$@"
}
scope 'timeout 5' true </dev/null >/dev/null 2>&1 && scope exec "$@"
exec "$@"
`;
