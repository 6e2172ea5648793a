import { keyLines, madeUp, privateKey } from './secrets.ts';

/** What is printed, and what of it must not be seen. */
export type Realistic = readonly [text: string, ...secrets: string[]];

const hex = [...'0123456789abcdef'];
const upper = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'];
const base64Of = (text: string) => Buffer.from(text).toString('base64');
const wrapped = (text: string, width: number) => text.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
const indented = (lines: readonly string[], by = '    ') => lines.map((line) => by + line).join('\n');

const key = privateKey(700);
const wrappedKey = wrapped(base64Of(key), 76);
const github = `gh${'p_'}${madeUp(36, 701)}`;
const anthropic = `sk-${'ant-api03-'}${madeUp(93, 702)}AA`;
const jwt = `ey${'J'}${madeUp(33, 703)}.ey${'J'}${madeUp(90, 704)}.${madeUp(43, 705)}`;
const awsId = `AK${'IA'}${madeUp(16, 706, upper)}`;
const awsSecret = `${madeUp(20, 707)}/${madeUp(19, 708)}`;
const sha512 = madeUp(86, 709);
const bcrypt = madeUp(53, 710);
const yescrypt = madeUp(43, 711);
const apr1 = madeUp(22, 712);

/** Secrets as they are printed in practice. Tokens are put together here, so that no scanner takes them for real. */
export const realisticSecrets: Readonly<Record<string, Realistic>> = {
  // What has no name before it
  'netrc on one line': ['machine api.example.com login bob password hunter2xyz', 'hunter2xyz'],
  'netrc on several lines': [
    'machine api.example.com\n  login bob\n  password correcthorse\n',
    'correcthorse',
  ],
  'a line of netrc alone': ['  password Tr0ub4dor&3', 'Tr0ub4dor&3'],
  pgpass: ['db.example.com:5432:shop:bob:hunter2xyz', 'hunter2xyz'],
  'pgpass with stars': ['*:*:*:bob:s3cr3tpass', 's3cr3tpass'],
  // Command lines
  'mysql -p': ['mysql -u root -ps3cr3tpass shop', 's3cr3tpass'],
  'mysqldump with quotes': [`mysqldump -uroot -p's3cr3t pass' shop > dump.sql`, 's3cr3t pass'],
  'a trace of mysqladmin': ['+ mysqladmin -h db -u root -phunter2xyz ping', 'hunter2xyz'],
  'docker login': ['docker login -u bob -p hunter2xyz registry.example.com', 'hunter2xyz'],
  'podman login': ['podman login --username bob -p=hunter2xyz quay.io', 'hunter2xyz'],
  'helm registry login': ['$ helm registry login -u bob -p hunter2xyz ghcr.io', 'hunter2xyz'],
  mongosh: ['mongosh --host db -u admin -p hunter2xyz admin', 'hunter2xyz'],
  'redis-cli': ['redis-cli -h cache -a hunter2xyz ping', 'hunter2xyz'],
  ldapsearch: ['ldapsearch -x -D cn=admin,dc=x -w hunter2xyz -b dc=x', 'hunter2xyz'],
  sqlcmd: [`sqlcmd -S db -U sa -P 'S3cr3t!pass' -Q 'select 1'`, 'S3cr3t!pass'],
  'openssl -passin': ['openssl rsa -in k.pem -passin pass:hunter2xyz -out o.pem', 'hunter2xyz'],
  chpasswd: ['echo "bob:hunter2xyz" | sudo chpasswd', 'hunter2xyz'],
  htpasswd: ['htpasswd -nb bob hunter2xyz', 'hunter2xyz'],
  'unzip -P': ['unzip -P hunter2xyz backup.zip', 'hunter2xyz'],
  'curl --user': ['curl -sS --user bob:hunter2xyz https://example.com', 'hunter2xyz'],
  'wget --password': ['wget --user=bob --password=hunter2xyz https://example.com', 'hunter2xyz'],
  PGPASSWORD: ['PGPASSWORD=hunter2xyz psql -h db -U bob shop', 'hunter2xyz'],
  // Files
  'a YAML block': ['db:\n  password: |\n    hunter2xyz\n  host: db\n', 'hunter2xyz'],
  'a folded YAML block': [
    `client_secret: >-\n  ${madeUp(40, 713)}\n  ${madeUp(12, 714)}\nname: x`,
    madeUp(40, 713),
    madeUp(12, 714),
  ],
  'an ini file': [`aws_secret_access_key = ${awsSecret}`, awsSecret],
  Terraform: ['  password = "hunter2xyz"', 'hunter2xyz'],
  'WireGuard, private': [`PrivateKey = ${madeUp(43, 715)}=`, madeUp(43, 715)],
  'WireGuard, shared': [`PresharedKey = ${madeUp(43, 716)}=`, madeUp(43, 716)],
  npmrc: [`//registry.example.com/:_authToken=npm_${madeUp(36, 717)}`, madeUp(36, 717)],
  'npmrc, old': [`_auth=${base64Of('bob:hunter2xyz')}`, base64Of('bob:hunter2xyz')],
  'docker/config.json': [
    `{"auths":{"ghcr.io":{"auth":"${base64Of('bob:hunter2xyz')}"}}}`,
    base64Of('bob:hunter2xyz'),
  ],
  'a key in JSON': [`{"private_key": "${key.replaceAll('\n', '\\n')}\\n"}`, ...keyLines(3, 700)],
  otpauth: [`otpauth://totp/x:bob?secret=${madeUp(32, 718, upper)}&issuer=x`, madeUp(32, 718, upper)],
  // Hashes of passwords
  'shadow, sha512': [`bob:$6$${madeUp(16, 719)}$${sha512}:19000:0:99999:7:::`, sha512],
  'shadow, yescrypt': [`bob:$y$j9T$${madeUp(22, 720)}$${yescrypt}:19000:0:99999:7:::`, yescrypt],
  'htpasswd, bcrypt': [`admin:$2y$05$${bcrypt}`, bcrypt],
  'htpasswd, apr1': [`bob:$apr1$${madeUp(8, 721)}$${apr1}`, apr1],
  'htpasswd, sha1': [`bob:{SHA}${madeUp(27, 722)}=`, madeUp(27, 722)],
  argon2: [
    `INSERT INTO users VALUES (1, '$argon2id$v=19$m=65536,t=3,p=4$${madeUp(22, 723)}$${yescrypt}');`,
    yescrypt,
  ],
  // Keys in another coat
  'a key in base64, on one line': [`  tls.key: ${base64Of(key)}`, base64Of(key).slice(80, 400)],
  'a key in base64, wrapped': [
    `client-key-data: |\n${indented(wrappedKey)}\nother: x`,
    ...wrappedKey.slice(1),
  ],
  'an SSH key': [privateKey(730, 'OPENSSH '), ...keyLines(5, 730)],
  // Addresses
  'a percent-encoded address': [
    'dsn=postgres%3A%2F%2Fapp%3Ahunter2xyz%40db.example.com%3A5432%2Fshop',
    'hunter2xyz',
  ],
  'an address as a parameter': [
    'GET /go?to=https%3a%2f%2fbob%3ap%2540ssw0rd%40example.com%2fx HTTP/1.1',
    'p%2540ssw0rd',
  ],
  'an address': ['mongodb+srv://app:hunter2xyz@cluster0.example.net/shop', 'hunter2xyz'],
  // Broken by a line wrap
  'a token at the end of a line': [
    `remote: the token that was used for this push is ${github.slice(0, 28)}\n${github.slice(28)} and it has expired`,
    github.slice(4, 28),
    github.slice(28),
  ],
  'a token that has only begun': [
    `remote: the token that was used for this push, as we have seen: ${github.slice(0, 8)}\n${github.slice(8)}\n`,
    github.slice(8),
  ],
  'a token of several lines': [
    `key: ${anthropic}`.match(/.{1,48}/g)?.join('\n') ?? '',
    anthropic.slice(60, 75),
  ],
  'a JWT of several lines': [wrapped(`token ${jwt}`, 80).join('\n'), jwt.slice(80, 150), jwt.slice(-20)],
  // Tables
  'the key file of AWS': [
    `Access key ID,Secret access key\n${awsId},${awsSecret}\n`,
    awsId.slice(4),
    awsSecret,
  ],
  'id and secret': [
    `id,secret\nclient-1,${madeUp(24, 731)}\nclient-2,${madeUp(24, 732)}\n`,
    madeUp(24, 731),
    madeUp(24, 732),
  ],
  'names and passwords': [
    'user,password,role\nbob,hunter2xyz,admin\nann,"corr3ct horse",dev\n',
    'hunter2xyz',
    'corr3ct horse',
  ],
  'id and secret without names': [`${awsId},${awsSecret}`, awsSecret],
  // Those of well-known providers
  AWS: [`using ${awsId}`, awsId.slice(4)],
  GitHub: [`fine-grained: github_${'pat_'}${madeUp(82, 733)}`, madeUp(82, 733)],
  GitLab: [`gl${'pat-'}${madeUp(20, 734)}`, madeUp(20, 734)],
  Slack: [`xo${'xb-'}123456789012-123456789012-${madeUp(24, 735)}`, madeUp(24, 735)],
  Stripe: [`sk_${'live_'}${madeUp(24, 736)}`, madeUp(24, 736)],
  OpenAI: [`sk-${'proj-'}${madeUp(74, 737)}T3BlbkFJ${madeUp(74, 738)}`, madeUp(74, 737)],
  Anthropic: [anthropic, anthropic.slice(20, 60)],
  'Hugging Face': [`h${'f_'}${madeUp(34, 739)}`, madeUp(34, 739)],
  PyPI: [`py${'pi-'}AgEIcHlwaS5vcmc${madeUp(80, 740)}`, madeUp(80, 740)],
  Google: [`AI${'za'}${madeUp(35, 741)}`, madeUp(35, 741)],
  SendGrid: [`S${'G.'}${madeUp(22, 742)}.${madeUp(43, 743)}`, madeUp(43, 743)],
  Telegram: [`https://api.telegram.org/bot123456789:AA${madeUp(33, 744)}/getMe`, madeUp(33, 744)],
  DigitalOcean: [`do${'p_v1_'}${madeUp(64, 745, hex)}`, madeUp(64, 745, hex)],
  Databricks: [`da${'pi'}${madeUp(32, 746, hex)}`, madeUp(32, 746, hex)],
  Vault: [`hv${'s.'}${madeUp(95, 747)}`, madeUp(95, 747)],
  Linear: [`lin_${'api_'}${madeUp(40, 748)}`, madeUp(40, 748)],
  Supabase: [`sb${'p_'}${madeUp(40, 749, hex)}`, madeUp(40, 749, hex)],
  age: [
    `AGE-${'SECRET-KEY-1'}${madeUp(58, 750, [...'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'])}`,
    madeUp(58, 750, [...'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L']),
  ],
  'Azure storage': [
    `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${madeUp(86, 751)}==`,
    madeUp(86, 751),
  ],
};

/** What resembles them and is none. */
export const harmlessLines: readonly string[] = [
  'mkdir -p build/tmp && cp -p a b',
  'mysql -u root -p shop < dump.sql',
  'mysql -P 3306 -h db.example.com --protocol=tcp',
  'docker run -d -p 8080:80 --name web nginx',
  'docker login -u bob ghcr.io',
  'docker login -u bob -p "$TOKEN" ghcr.io',
  'ssh -p 2222 bob@example.com ls -a /srv',
  'ps -p 1234 -o pid,args; grep -w word file; rsync -a src/ dst/',
  'redis-cli -h cache ping',
  'unzip -p archive.zip file.txt | head',
  'a machine learning login page with a password field',
  'the password of this account has to be changed by its owner',
  'login bob: password incorrect',
  'password:\n  minLength: 12\n  type: string',
  'password: |\n  The password that is used to log in.\n',
  'token: >-\n  A token from the page of your account\nname: x',
  'root:x:0:0:root:/root:/bin/bash',
  'daemon:*:19000:0:99999:7:::\nbob:!:19000:0:99999:7:::',
  'id,name,email\n1,bob,bob@example.com\n2,ann,ann@example.com',
  'key,value\ncolour,blue-green-1\nsize,large-2',
  'name,password_policy,token_count\nbob,strong,12\nann,weak,7',
  'GET /go?to=https%3A%2F%2Fexample.com%3A8080%2Fpath%40v1.2.3 HTTP/1.1',
  'npm error https%3a%2f%2fregistry.example.com%2f@scope%2fname',
  `ca.crt: ${base64Of(`-----BEGIN CERTIFICATE-----\n${keyLines(6, 760).join('\n')}\n`)}`,
  `certificate-authority-data: ${base64Of('-----BEGIN CERTIFICATE-----\nMIIB')}`,
  'tcp://127.0.0.1:5432:connected after 12 ms',
  'commit 3f2a9b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6\nAuthor: bob',
  'price $1$ and $2 or $6 of costs; echo $1$2$3',
  'sha256 {SHA} is what LDAP calls it, {SSHA} with salt',
  'openssl rsa -in k.pem -passin env:PASS; openssl -passin file:pass.txt',
  'see chpasswd(8); it reads lines of user:password',
  'htpasswd -c .htpasswd bob',
  'the tests that use tokens pass now, all of them, in all of the folders\nv2.4.1 is the next release',
  'user, token, and key are the words, secret, password, that occur\nin this line, and this, and that, too',
];
