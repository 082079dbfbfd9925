import { type DynamicModule, Module } from '@nestjs/common';
import { ItemExpiryModule } from '#contexts/items';
import { MessageDeliveryModule, type MessageSettings } from '#contexts/messages';
import { RequestExpiryModule } from '#contexts/requests';
import { RetentionSweepModule } from '#contexts/retention';
import { type DeliverySettings, WebhookDeliveryModule } from '#contexts/webhooks';
import { IdempotencyCleaningModule } from '#platform/idempotency';
import { ServiceModule, type ServiceOptions } from '#service';

/** Calls at a time in one worker, and to one endpoint: what a process and a receiver bear. */
const CONCURRENCY = { concurrency: 128, endpointConcurrency: 16 };

/** Nobody is told anything. */
const SILENT: MessageSettings = { smtpUrl: null, from: '', smsUrl: null, folder: null, schedule: [] };

/** The worker process: every context without its controllers being served, and what runs in the background. */
@Module({})
export class WorkerModule {
  static forRoot(
    options: ServiceOptions,
    webhooks: Omit<DeliverySettings, keyof typeof CONCURRENCY>,
    messages: MessageSettings = SILENT,
  ): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ServiceModule.forRoot(options),
        WebhookDeliveryModule.forRoot({ ...webhooks, ...CONCURRENCY }),
        MessageDeliveryModule.forRoot(messages),
        ItemExpiryModule,
        RequestExpiryModule,
        IdempotencyCleaningModule,
        RetentionSweepModule,
      ],
    };
  }
}
