/** Makes one edit of a conversation; a failpoint kills it somewhere. */
import { createFileTools } from '../../../../src/agent/files/tools.ts';

const [folder = '', state = '', id = '', input = ''] = process.argv.slice(2);
const edit = createFileTools({ folder, state }).find(({ name }) => name === 'edit');
const { signal } = new AbortController();
const outcome = await edit?.execute(JSON.parse(input), { id, isRepeat: false, signal });
process.stdout.write(JSON.stringify(outcome));
