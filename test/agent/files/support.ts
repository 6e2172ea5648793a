import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { createFileTools, type FileToolOptions } from '../../../src/agent/files/tools.ts';
import type { Outcome } from '../../../src/agent/tool.ts';

/** A conversation in a folder of its own, which goes after the test. */
export class TestFolder {
  readonly root: string;
  /** Where the conversation's files are. */
  readonly folder: string;
  readonly state: string;
  #calls = 0;
  #tools: ReturnType<typeof createFileTools>;

  constructor(context: TestContext, options: Partial<FileToolOptions> = {}) {
    this.root = mkdtempSync(join(tmpdir(), 'ringback-files-'));
    this.folder = join(this.root, 'folder');
    this.state = join(this.root, 'state');
    mkdirSync(this.folder);
    this.#tools = createFileTools({ folder: this.folder, state: this.state, ...options });
    context.after(() => rmSync(this.root, { recursive: true, force: true }));
  }

  /** As after a restart of the agent. */
  reopen(): void {
    this.#tools = createFileTools({ folder: this.folder, state: this.state });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, content: string | Buffer): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  call(tool: string, input: unknown, id = `call-${this.#calls++}`, signal = never): Promise<Outcome> {
    const found = this.#tools.find(({ name }) => name === tool);
    if (!found) throw new Error(`there is no tool ${tool}`);
    return found.execute(input, { id, isRepeat: false, signal });
  }

  /** Its output, or an error if the model would have been told one. */
  async ok(tool: string, input: unknown, id?: string): Promise<string> {
    const { output, isError } = await this.call(tool, input, id);
    if (isError) throw new Error(output);
    return output;
  }

  /** What the model is told of a mistake. */
  async refusal(tool: string, input: unknown, id?: string): Promise<string> {
    const { output, isError } = await this.call(tool, input, id);
    if (!isError) throw new Error(`not refused: ${output}`);
    return output;
  }
}

const never = new AbortController().signal;

/** Not written as one, so that it is no secret of this file. */
export const secret = ['ghp', 'a8Kd72mQx9LpZ3vT5wRy1NcB6hJf4sGe0UoI'].join('_');
