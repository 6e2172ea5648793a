import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isInside } from './paths.ts';

/** Programs and packages that people install below their home. None of these holds credentials. */
const toolchains =
  `bin .local/bin .local/lib .local/pipx .local/share/pipx .local/share/uv .local/share/pnpm .local/share/fnm
  .local/share/mise .local/share/virtualenvs .pyenv .rbenv .nvm .fnm .volta .asdf .sdkman .jenv .cargo/bin .cargo/env .rustup
  go .bun .deno .ghcup .opam .juliaup .dotnet .gem miniconda3 miniforge3 mambaforge anaconda3 .conda/envs .nix-profile
  .m2/repository .gitconfig .config/git/config .config/git/ignore`.split(/\s+/);

/** What to hide if the home is the working folder and cannot be hidden as a whole. */
const credentials =
  `.ssh .gnupg .aws .azure .kube .docker .config .password-store .local/share/keyrings .local/state .mozilla
  .thunderbird .netrc .git-credentials .pypirc .npmrc .yarnrc .yarnrc.yml .pgpass .my.cnf .mylogin.cnf .boto .s3cfg .vault-token
  .terraform.d .terraformrc .cargo/credentials .cargo/credentials.toml .m2/settings.xml .m2/settings-security.xml
  .gradle/gradle.properties .gem/credentials .bundle/config .composer/auth.json .nuget .subversion .claude .claude.json .codex
  .gemini .cursor .copilot .openclaw .pi .opencode .aider .hermes .bash_history .zsh_history .sh_history .mksh_history
  .python_history .node_repl_history .psql_history .mysql_history .sqlite_history .rediscli_history .lesshst .viminfo
  .wget-hsts .local/share/fish .local/share/opencode`.split(/\s+/);

export type Shown = { readonly path: string; readonly isFolder: boolean };

export function toolchainsIn(home: string): string[] {
  return toolchains.map((name) => join(home, name));
}

export function credentialsIn(home: string): Shown[] {
  return credentials.flatMap((name) => {
    const path = realPath(join(home, name));
    // Hide the target of a link, unless that is the home itself.
    if (path === undefined || isInside(home, path)) return [];
    return [{ path, isFolder: statSync(path).isDirectory() }];
  });
}

/**
 * A program needs files beside its folder (packages of a virtual environment, modules of a Node), but not the whole
 * home.
 */
export function installationOf(folder: string, home: string): string {
  const parent = dirname(folder);
  const isProgramFolder = basename(folder) === 'bin' || basename(folder) === '.bin';
  const isShared = ['/tmp', home, join(home, '.local'), join(home, '.cargo')].includes(parent);
  return isProgramFolder && !isShared ? parent : folder;
}

/** Undefined if it does not exist or cannot be read. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
