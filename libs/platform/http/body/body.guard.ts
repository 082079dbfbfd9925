import { setTimeout as pause } from 'node:timers/promises';
import { type CanActivate, type ExecutionContext, RequestTimeoutException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FairShares, Semaphore, SharedSemaphore, Timeouts } from '#platform/concurrency';
import { type Caller, Unavailable } from '#platform/kernel';
import { clientNetwork } from '../request/client-network.js';
import { checkFields, type RouteShape, sendsBody, shapeOfRoute } from '../request/request-shape.js';
import { aborted, type InTurn, readJson, tooLarge } from './json-body.js';

const [KIB, MIB] = [1024, 1024 * 1024];

/** Maximum bytes of a JSON body. */
interface Kind {
  limit: number;
  timeouts: Timeouts;
}

/** Forms of at most this many bytes are read at once; larger ones hold a file, and take turns. */
const FORM = 64 * KIB;

/** Bodies of more bytes are parsed one at a time, the Groups' and networks' in turn; milliseconds that one waits for that at most. */
const [LARGE, MAX_WAIT] = [16 * KIB, 10_000];

/** Bytes of all bodies held at the same time: those of callers, shared by Group, and all others, shared by the clients' networks. */
const [OF_CALLERS, OF_STRANGERS] = [56 * MIB, 8 * MIB];

/**
 * Reads the body, once the guards before it have found that the caller may call, and how often. The length that its headers announce counts
 * until the call has ended: though many send half a body, or huge ones, memory is bounded, and no Group uses up another's (docs/adr/0008).
 */
export class BodyGuard implements CanActivate {
  private readonly ofCallers = new FairShares<number>(OF_CALLERS);
  private readonly ofStrangers = new FairShares<string>(OF_STRANGERS);
  /** How many wait is bounded by the bytes that may be held. */
  private readonly parsing = new SharedSemaphore<number | string>(oneAtATime(), oneAtATime);
  private readonly kinds: Record<'open' | 'usual' | 'list', Kind>;

  /** @param time milliseconds for a body to arrive, six times that for a list of records */
  constructor(time: number) {
    const timeouts = new Timeouts(time);
    // Bytes: decisions.md, section 4.
    this.kinds = {
      open: { limit: 16 * KIB, timeouts },
      usual: { limit: 64 * KIB, timeouts },
      list: { limit: MIB, timeouts: new Timeouts(6 * time) },
    };
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request & { caller?: Caller }>();
    const shape = shapeOfRoute(context.getHandler(), context.getClass());
    if (sendsBody(request.headers)) return this.read(request, http.getResponse<Response>(), shape);
    checkFields(request, shape);
    return true;
  }

  private async read(request: Request & { caller?: Caller }, response: Response, shape: RouteShape): Promise<boolean> {
    const { caller, headers } = request;
    const isJson = !shape.raw && request.is('application/json') !== false;
    const kind = this.kinds[caller ? (shape.takesList ? 'list' : 'usual') : 'open'];
    const length = headers['content-encoding'] === undefined ? Number(headers['content-length'] ?? Number.NaN) : Number.NaN;
    if (isJson && length > kind.limit) throw tooLarge();
    const isCounted = isJson || (!caller && !(length > FORM));
    const most = isJson ? kind.limit : FORM;
    const give = isCounted ? this.count(request, response, Number.isNaN(length) ? most : length) : null;
    if (headers.expect !== undefined) response.writeContinue();
    if (isJson) {
      const inTurn = (bytes: number, parse: () => void) =>
        this.inTurn(bytes, parse, caller?.group.id ?? clientNetwork(request.ip));
      await arrived(kind, request, inTurn).catch((error) => {
        // Its connection may stay open for a while.
        give?.();
        throw error;
      });
    }
    checkFields(request, shape);
    return true;
  }

  /** Parses; after a large body the process has as long for others before it parses the next one. */
  private async inTurn(bytes: number, parse: () => void, owner: number | string): Promise<void> {
    if (bytes <= LARGE) return parse();
    await new Promise<void>((resolve, reject) => {
      const work = async () => {
        const begun = performance.now();
        try {
          resolve(parse());
        } catch (error) {
          reject(error);
        }
        await pause(performance.now() - begun);
      };
      this.parsing.run(owner, work).catch(reject);
    });
  }

  /** @returns gives the bytes back. @throws Unavailable when there is no room for them */
  private count({ caller, ip, socket }: Request & { caller?: Caller }, response: Response, bytes: number): () => void {
    const owner = caller?.group.id ?? clientNetwork(ip);
    const shares = (caller ? this.ofCallers : this.ofStrangers) as FairShares<typeof owner>;
    if (socket.destroyed) throw aborted();
    if (!shares.take(owner, bytes)) throw new Unavailable('bodies', 'Too much is being sent. Try again later.');
    let held = bytes;
    const give = () => {
      socket.off('close', give);
      response.off('close', give);
      shares.give(owner, held);
      // Both close at once when a connection ends.
      held = 0;
    };
    // The response to a request that was sent ahead of an answer does not close with its connection.
    socket.once('close', give);
    response.once('close', give);
    return give;
  }
}

const oneAtATime = () => new Semaphore(1, Number.POSITIVE_INFINITY, MAX_WAIT);

/** @throws RequestTimeoutException when the body takes too long */
function arrived({ limit, timeouts }: Kind, request: Request, inTurn: InTurn): Promise<void> {
  if (request.complete) return readJson(request, limit, inTurn);
  return new Promise((resolve, reject) => {
    const expire = () => reject(new RequestTimeoutException('The request did not arrive in time.'));
    const timeout = timeouts.begin(expire);
    readJson(request, limit, inTurn)
      .then(resolve, reject)
      .finally(() => timeouts.end(timeout, expire));
  });
}
