// The cost of judging passwords that take zxcvbn long, in CPU of this process, by how many of their characters are judged. Each kind
// is made up a few times; the number is the worst. The service judges the first 32, one at a time in a thread of its own.
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';

const judge = new ZxcvbnFactory({ dictionary: { ...dictionary, ...english }, graphs: adjacencyGraphs });

const among = (signs) => (length) => Array.from({ length }, () => signs[Math.floor(Math.random() * signs.length)]).join('');
const repeated = (text) => (length) => text.repeat(length).slice(0, length);

const KINDS = {
  'repeated, signs for letters': repeated('aA@4'),
  'varied, signs for letters': among('4@8({[<36!1|70$5+2%aAeEiIoOsStTlLzZ'),
  'digits and separators': among('0123456789/.-'),
};

const cpu = (password) => {
  const before = process.cpuUsage();
  judge.check(password, ['sanne', 'sanne', 'harbour.example']);
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1000);
};

for (let n = 0; n < 5; n++) cpu('correct horse battery');
const rows = Object.entries(KINDS).map(([kind, make]) => [
  kind,
  Object.fromEntries(
    [16, 32, 64].map((length) => [`${length}, ms`, Math.max(...Array.from({ length: 10 }, () => cpu(make(length))))]),
  ),
]);
console.table(Object.fromEntries(rows));
