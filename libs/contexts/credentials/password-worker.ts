import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';

const judge = new ZxcvbnFactory({ dictionary: { ...dictionary, ...english }, graphs: adjacencyGraphs });

/** The thread of `password-strength.ts`: gives the score of a password, 0 to 4. */
parentPort!.on('message', ({ password, names }: { password: string; names: string[] }) => {
  parentPort!.postMessage(judge.check(password, names).score);
});

parentPort!.postMessage('ready');
