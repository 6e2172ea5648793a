/** What `nvidia-smi pmon -c 1 -s um` printed on a machine with an H200 (driver 580.159.04) for a process that multiplied matrices. */
export function monitored(pid: number): string {
  return `# gpu         pid   type     sm    mem    enc    dec    jpg    ofa     fb   ccpm    command 
# Idx           #    C/G      %      %      %      %      %      %     MB     MB    name 
    0 ${String(pid).padStart(10)}     C     98      5      -      -      -      -   1924      0    python3        
`;
}

/** The same, when it had ended. */
export const nobody = `# gpu         pid   type     sm    mem    enc    dec    jpg    ofa     fb   ccpm    command 
# Idx           #    C/G      %      %      %      %      %      %     MB     MB    name 
    0          -     -      -      -      -      -      -      -      -      -    -              
`;
