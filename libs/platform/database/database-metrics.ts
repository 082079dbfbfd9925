import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Metrics } from '#platform/observability';
import type { TimedOut } from './connections.js';
import { Database } from './database.js';

const PREFIX = 'lost_and_found_database';

/** Metrics of the connections of this process to PostgreSQL. */
@Injectable()
export class DatabaseMetrics {
  constructor({ registry }: Metrics, { connections, replica }: Database) {
    const registers = [registry];
    const gauge = (name: string, help: string, value: () => number) =>
      new Gauge({
        name: `${PREFIX}_${name}`,
        help,
        registers,
        collect() {
          this.set(value());
        },
      });
    gauge('connections_limit', 'The most connections this process may hold.', () => connections.size);
    gauge('connections_open', 'Open connections.', () => connections.pool.totalCount);
    gauge('connections_in_use', 'Connections in use.', () => connections.inUse);
    gauge('connections_waiting', 'Calls that wait for a connection.', () => connections.pool.waitingCount);
    if (replica) {
      new Counter<'by'>({
        name: `${PREFIX}_replica_reads_total`,
        help:
          'Reads that a replica may answer, by who did: the replica, or the primary because the replica was behind or away, ' +
          'or refused the statement.',
        labelNames: ['by'],
        registers,
        collect() {
          this.reset();
          for (const [by, times] of Object.entries(replica.reads)) this.inc({ by }, times);
        },
      });
    }
    new Counter<'what'>({
      name: `${PREFIX}_timeouts_total`,
      help: 'What took too long: waiting for a free connection, connecting, or a statement.',
      labelNames: ['what'],
      registers,
      collect() {
        this.reset();
        for (const [what, times] of Object.entries(connections.timedOut) as [TimedOut, number][]) this.inc({ what }, times);
      },
    });
  }
}
