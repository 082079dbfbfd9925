import type { Request, Response } from 'express';
import { FairShares } from '#platform/concurrency';
import { clientNetwork } from '../request/client-network.js';

/**
 * Milliseconds for which a connection stays open, so that its client can read the answer: one that is still read, and one that is not.
 * Unread data fills the system's memory.
 */
const [READ_FOR, UNREAD_FOR] = [1_000, 250];

/** The most requests at a time of which the rest is read and dropped. */
const READ = 16;

/**
 * Sends answers to requests when their bodies were not read, and closes their connections: when the body has ended, else a little later. A
 * client that is still sending would lose the answer if it were closed at once (`lingering_close` of nginx). Reading what many send, only
 * to drop it, would take the process's time from all others: the clients' networks share how often that is done.
 */
export class LingeringClose {
  private readonly shares = new FairShares<string>(READ);

  /** @param answer of a response with headers that say its length */
  after(answer: Buffer, request: Request, response: Response): void {
    response.set('Connection', 'close');
    if (request.method === 'HEAD') response.flushHeaders();
    else response.write(answer);
    const end = () => response.end();
    if (request.complete) return void request.once('end', end).resume();
    const network = clientNetwork(request.ip);
    const isRead = this.shares.take(network, 1);
    const over = () => {
      if (isRead) this.shares.give(network, 1);
      end();
    };
    setTimeout(over, isRead ? READ_FOR : UNREAD_FOR).unref();
    if (isRead) request.once('end', end).once('close', end).resume();
    else {
      request.unpipe().pause();
      request.socket.pause();
    }
  }
}
