import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Application, Response } from 'express';
import { FairShares } from '#platform/concurrency';
import { answered } from '../endpoint/answer.js';
import { problemOf } from '../problem/problem.js';
import { clientNetwork } from '../request/client-network.js';
import { messagesOf } from './messages.js';
import { Routes } from './routes.js';

/** How long a request may take to arrive, in milliseconds. */
export interface ServerTimeouts {
  /** Until its headers are complete. */
  headers: number;
  /** Until its JSON body is complete; six times that where it holds a list of records. */
  json: number;
  /** Until any other body is complete, such as an upload. */
  body: number;
  /** Without a byte either way while a call is under way, such as of an answer that its client does not read. */
  idle: number;
}

export const TIMEOUTS: ServerTimeouts = { headers: 10_000, json: 10_000, body: 120_000, idle: 30_000 };

/** The methods of routes. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Express on a server with limits for slow or broken clients, where errors raised by Node itself are problem documents too. */
export class GuardedExpress extends ExpressAdapter {
  private readonly sockets = new Set<Socket>();
  private readonly shares: FairShares<string>;

  /**
   * @param connections how many at once
   * @param isProxied whether all come from proxies, which tell the clients apart: else the clients' networks share them fairly
   */
  constructor(
    private readonly timeouts: ServerTimeouts,
    private readonly connections: number,
    private readonly isProxied: boolean,
  ) {
    super();
    this.shares = new FairShares(connections);
    const app: Application = this.getInstance();
    const routes = new Routes(app);
    app.locals.routes = routes;
    for (const method of METHODS) {
      const add = this[method].bind(this);
      Object.assign(this, {
        [method]: (path: string, handler: Parameters<typeof add>[1]) => routes.add(method, path, handler) || add(path, handler),
      });
    }
  }

  override initHttpServer(): void {
    const { headers, body, idle } = this.timeouts;
    const options = {
      ...messagesOf(this.getInstance()),
      headersTimeout: headers,
      requestTimeout: body,
      keepAliveTimeout: 65_000,
      // How often Node checks for requests that have timed out.
      connectionsCheckingInterval: Math.ceil(headers / 10),
      // With it Node answers a missing Host header with an empty 400.
      requireHostHeader: false,
    };
    const server = createServer(options, this.getInstance());
    server.maxHeadersCount = 100;
    server.maxConnections = this.connections;
    // Longer than any call takes. Between calls keepAliveTimeout counts.
    server.timeout = idle;
    server.on('connection', (socket) => this.take(socket));
    // A client that waits for 100 Continue gets it when the body is wanted.
    server.on('checkContinue', (request, response) => server.emit('request', request, response));
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else endSoon(socket, answerTo(error.code));
    });
    this.setHttpServer(server);
  }

  /**
   * Listens with room for all connections to come at once. Beyond Node's usual 511 the system ignores clients while the process is busy,
   * and they try again after 1, 3 and 7 seconds.
   * @param hostAndCallback as Nest gives them: the host only if there is one
   */
  override listen(port: string | number, ...hostAndCallback: unknown[]): Server {
    const callback = hostAndCallback.pop() as () => void;
    const [host] = hostAndCallback as string[];
    return this.getHttpServer().listen({ port: Number(port), host, backlog: this.connections }, callback);
  }

  /** Closes the connection where its network has its share already. */
  private take(socket: Socket): void {
    const network = this.isProxied ? null : clientNetwork(socket.remoteAddress);
    if (network !== null && !this.shares.take(network, 1)) {
      socket.destroy();
      return;
    }
    this.sockets.add(socket);
    socket.once('close', () => {
      this.sockets.delete(socket);
      if (network !== null) this.shares.give(network, 1);
    });
  }

  /** Sends what a handler returned, as its endpoint declares it, unless it has redirected. */
  override reply(response: Response, given: unknown, status?: number) {
    if (response.headersSent) return response;
    return super.reply(response, answered(response, given), status);
  }

  /**
   * Stops listening and ends each connection when its answer is complete. Node by itself ends only those that are idle at this moment, and
   * takes one over which nothing was ever sent, as browsers open them in advance, for busy.
   */
  override async close(): Promise<void> {
    const server: Server = this.getHttpServer();
    const ending = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
    }, 50);
    try {
      await super.close();
    } finally {
      clearInterval(ending);
    }
  }
}

/** Milliseconds that a client has to read the last answer and to close its side. */
const READ_FOR = 1_000;

/** Ends a connection also where its client does not: half open it would count, without sending anything more. */
function endSoon(socket: Duplex, answer: string): void {
  const timer = setTimeout(() => socket.destroy(), READ_FOR).unref();
  socket.once('close', () => clearTimeout(timer)).end(answer);
}

function answerTo(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW')
    return answer('431 Request Header Fields Too Large', 'headers_too_large', 'Address and headers are longer than 16 KiB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return answer('408 Request Timeout', 'request_timeout', 'The request did not arrive in time.');
  return answer('400 Bad Request', 'bad_request');
}

function answer(line: string, code: string, detail = 'The request is not valid HTTP.'): string {
  const requestID = randomUUID();
  const refusal = { status: Number(line.slice(0, 3)), code, detail };
  const body = JSON.stringify(problemOf(refusal, '', requestID));
  return [
    `HTTP/1.1 ${line}`,
    'Connection: close',
    'Content-Type: application/problem+json',
    `X-Request-Id: ${requestID}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
