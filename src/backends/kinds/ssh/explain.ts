import { RingbackError } from '../../../base/errors.ts';

type Trouble = { readonly sign: RegExp; readonly message: string; readonly hint: string };

/** The first that is found in what ssh said counts: what follows on it (a closed jump) comes later in the list. */
const TROUBLES: readonly Trouble[] = [
  {
    sign: /Bad configuration option|Bad owner or permissions|Can't open user config file|unsupported option/,
    message: 'ssh does not take its configuration',
    hint: 'Check "options" and "config" of this environment, and ~/.ssh/config.',
  },
  {
    sign: /REMOTE HOST IDENTIFICATION HAS CHANGED/,
    message: 'HOST shows another host key than before: it was set up anew, or it is somebody else',
    hint: 'Find out which. If all is well, remove the old key (ssh-keygen -R with its name) and connect once by hand.',
  },
  {
    sign: /Host key verification failed|No .* host key is known/,
    message: 'The host key of HOST is not known here',
    hint: 'Connect once by hand (ssh HOST) and accept its key.',
  },
  {
    sign: /Permission denied|Too many authentication failures|no mutual signature/,
    message: 'HOST does not let us in without a password',
    hint: '"ssh -o BatchMode=yes HOST true" has to work: put your key there (ssh-copy-id HOST), or load it into the agent (ssh-add).',
  },
  {
    sign: /Could not resolve hostname/,
    message: 'There is no host by the name of HOST',
    hint: 'Check "host" of this environment, and the network.',
  },
  {
    sign: /Connection refused/,
    message: 'HOST answers, but no SSH server does',
    hint: 'Check that sshd runs there, and "port".',
  },
  {
    sign: /timed out|No route to host|Network is unreachable|Host is down/,
    message: 'HOST does not answer',
    hint: 'Check that it is on and that the network leads there.',
  },
];

/** What ssh complained, as an error that says what to do. */
export function explain(stderr: string, host: string): RingbackError {
  const said = stderr.trim().split('\n').at(-1)?.trim() ?? '';
  const trouble = TROUBLES.find(({ sign }) => sign.test(stderr));
  const put = (text: string) => text.replaceAll('HOST', host);
  if (trouble)
    return new RingbackError('unreachable', `${put(trouble.message)} (${said}).`, put(trouble.hint));
  return new RingbackError(
    'unreachable',
    `${host} cannot be reached: ${said || 'ssh gave no reason'}.`,
    `Try it by hand: ssh ${host} true`,
  );
}
