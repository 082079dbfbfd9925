import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MessageSettings } from '#contexts/messages';
import type { ServiceOptions } from '#service';
import { WorkerModule } from '../../apps/worker/src/worker.module.js';

type WebhookSettings = Parameters<typeof WorkerModule.forRoot>[1];

const WEBHOOKS: WebhookSettings = {
  timeout: 1_000,
  schedule: [60_000],
  allowPrivateAddresses: true,
  retention: 7 * 24 * 60 * 60 * 1000,
};

/** The worker of a test service, which sends no messages unless it is given message settings. */
export function startWorker(
  options: ServiceOptions,
  webhooks: Partial<WebhookSettings> = {},
  messages?: MessageSettings,
): Promise<INestApplicationContext> {
  const module = WorkerModule.forRoot(options, { ...WEBHOOKS, ...webhooks }, messages);
  return NestFactory.createApplicationContext(module, { logger: ['error'], abortOnError: false });
}
