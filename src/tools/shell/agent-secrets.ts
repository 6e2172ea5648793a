/**
 * Variables in which agents and their libraries expect their own keys (promise 17): Claude Code, Codex, opencode,
 * Gemini CLI, Cursor, Zed, pi, OpenClaw, Copilot; and Ringback's own tokens, with which a command could call back in.
 * Keys that a person's commands need stay: GITHUB_TOKEN, AWS_ACCESS_KEY_ID, HF_TOKEN, NPM_TOKEN and so on.
 */
const names = new Set(
  `AWS_BEARER_TOKEN_BEDROCK ANTHROPIC_CUSTOM_HEADERS COPILOT_GITHUB_TOKEN GOOGLE_API_KEY AI_GATEWAY_API_KEY
  CLOUDFLARE_AI_GATEWAY_API_KEY AZURE_API_KEY GITHUB_COPILOT_TOKEN VERCEL_OIDC_TOKEN`.split(/\s+/),
);

/** Everything with one of these prefixes that ends like a secret belongs to the agent. */
const agents =
  `ANTHROPIC CLAUDE CODEX OPENAI AZURE_OPENAI OPENCODE GEMINI GOOGLE_GENERATIVE_AI CURSOR ZED OPENCLAW CLAWDBOT
  RINGBACK MOLTBOT COPILOT PI OMP AMP FACTORY GOOSE AIDER CLINE KILO ROO WINDSURF CODEIUM AUGMENT QWEN KIMI CRUSH HERMES`.split(
    /\s+/,
  );

/** Only the key to their models belongs to the agent. */
const providers =
  `OPENROUTER GROQ CEREBRAS TOGETHER TOGETHER_AI MISTRAL XAI DEEPSEEK FIREWORKS PERPLEXITY COHERE MOONSHOT ZAI ZHIPU
  MINIMAX MINIMAX_CODE MINIMAX_CODE_CN NVIDIA VENICE LITELLM LM_STUDIO OLLAMA XIAOMI MIMO QIANFAN DASHSCOPE ALIBABA ZENMUX
  VLLM SYNTHETIC NANO_GPT DEEPINFRA BASETEN REPLICATE NEBIUS CHUTES HYPERBOLIC SAMBANOVA EXA BRAVE BRAVE_SEARCH TAVILY
  FIRECRAWL ELEVENLABS DEEPGRAM VOYAGE`.split(/\s+/);

const families = [
  new RegExp(
    `^(?:${agents.join('|')})_(?:.*_)?(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSPHRASE|CREDENTIALS?)$`,
  ),
  new RegExp(`^(?:${providers.join('|')})_API_?KEYS?$`),
];

export function isAgentSecret(name: string): boolean {
  return names.has(name) || families.some((family) => family.test(name));
}
