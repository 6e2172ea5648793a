/** What a line that explains a failure looks like. Data: a new tool is a line here and one in the test. */
type Rule = {
  /** What people would call it. */
  readonly tool: string;
  /** Looked for in one line of at most some hundred characters, once per line. */
  readonly pattern: RegExp;
};

/** A place in the source, and what is wrong there. */
const compilers: readonly Rule[] = [
  { tool: 'gcc, clang, javac, swiftc, nvcc', pattern: /^\S[^:]*:\d+:(\d+:)? (fatal )?error:/ },
  { tool: 'rustc', pattern: /^error(\[E\d+\])?: / },
  { tool: 'tsc', pattern: /^\S.*(\(\d+,\d+\):|:\d+:\d+ -) error TS\d+:/ },
  { tool: 'go', pattern: /^\S+\.go:\d+:(\d+:)? / },
  { tool: 'dotnet', pattern: /^\S.*\(\d+,\d+\): error [A-Z]+\d+:/ },
  { tool: 'eslint, biome', pattern: /^\s+\d+:\d+\s+error\s/ },
  { tool: 'ld', pattern: /undefined reference to |ld returned \d+ exit status/ },
  { tool: 'maven', pattern: /^\[ERROR\] \S+\.(java|kt|scala):\[\d+,\d+\]/ },
  { tool: 'latex', pattern: /^! \S/ },
];

/** The name of a test that failed. */
const tests: readonly Rule[] = [
  { tool: 'pytest', pattern: /^(FAILED|ERROR) \S+(\.py|::)/ },
  { tool: 'unittest', pattern: /^(FAIL|ERROR): \w+ \(/ },
  { tool: 'go test', pattern: /^\s*--- FAIL: / },
  { tool: 'jest, vitest', pattern: /^\s*(●|×) \S|^\s*FAIL\s+\S+\.[cm]?[jt]sx?\b/ },
  { tool: 'node --test', pattern: /^\s*✖ (?!failing tests)/ },
  { tool: 'TAP', pattern: /^\s*not ok \d+/ },
  { tool: 'cargo test', pattern: /^test \S+ \.\.\. FAILED/ },
  { tool: 'gtest', pattern: /^\[ {2}FAILED {2}\] \S/ },
  { tool: 'ctest', pattern: /\*\*\*(Failed|Timeout|Exception)/ },
  { tool: 'surefire', pattern: /^\[ERROR\] +\w+(\.\w+)+:\d+ / },
  { tool: 'rspec', pattern: /^rspec \.\/\S+:\d+/ },
  { tool: 'phpunit', pattern: /^\d+\) \S+::\w+/ },
];

/** Anything else that says that it went wrong. */
const errors: readonly Rule[] = [
  { tool: 'any program', pattern: /^(\S+: )?(fatal|error|panic)[:!]/i },
  { tool: 'log lines', pattern: /(^|[\s[|])(ERROR|FATAL|CRITICAL|PANIC)([\]\s:|]|$)/ },
  { tool: 'Python, Java, Node', pattern: /^(Uncaught )?([\w$]+\.)*[A-Z]\w*(Error|Exception)\b(:|$| \[)/ },
  { tool: 'Java', pattern: /^(Caused by|Exception in thread)\b/ },
  { tool: 'Rust, Go', pattern: /^(thread '.*' panicked at|panic: |fatal error: )/ },
  { tool: 'npm', pattern: /^npm (ERR!|error) / },
  { tool: 'make, ninja', pattern: /^g?make(\[\d+\])?: \*\*\* |^ninja: (error|build stopped)|^FAILED: / },
  {
    tool: 'shell, libc',
    pattern: /: (command not found|No such file or directory|Permission denied|No space left on device)$/,
  },
  { tool: 'kernel', pattern: /\b(Segmentation fault|Bus error|Out of memory|Killed process|core dumped)\b/ },
  { tool: 'CUDA', pattern: /\bCUDA (error|out of memory)\b/ },
  { tool: 'git, ssh, curl', pattern: /^(fatal: |curl: \(\d+\) |ssh: |Host key verification failed)/ },
  { tool: 'terraform, docker', pattern: /^(│ )?Error: |^ERROR: / },
];

/** In the order in which they are shown, with how many lines of each at most; `around`: lines before and after. */
export const digestRules = [
  { rules: errors, most: 3, around: [1, 2] },
  { rules: compilers, most: 5, around: [0, 2] },
  { rules: tests, most: 10, around: [0, 0] },
] as const;
