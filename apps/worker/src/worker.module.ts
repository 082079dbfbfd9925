import { type DynamicModule, Module } from '@nestjs/common';
import { AuditSweepModule } from '#contexts/audit';
import { ChangeListingModule } from '#contexts/changes';
import { ConnectionWorkModule } from '#contexts/connections';
import { SessionSweepModule } from '#contexts/credentials';
import { ImportWorkModule } from '#contexts/imports';
import { ItemExpiryModule } from '#contexts/items';
import { MessageDeliveryModule, type MessageSettings } from '#contexts/messages';
import { ParcelWorkModule } from '#contexts/parcels';
import { PaymentWorkModule } from '#contexts/payments';
import { LikelyMatchesModule, LostMatchesModule, RequestExpiryModule } from '#contexts/requests';
import { RetentionSweepModule } from '#contexts/retention';
import { StaysReadingModule, StaysSweepModule } from '#contexts/stays';
import { type DeliverySettings, WebhookDeliveryModule } from '#contexts/webhooks';
import { IdempotencyCleaningModule } from '#platform/idempotency';
import { GuessSweepModule } from '#platform/limits';
import { HealthModule } from '#platform/observability';
import { ServiceModule, type ServiceOptions } from '#service';
import { FirstStatisticsModule } from './first-statistics.module.js';

/** Concurrent calls in one worker, and to one endpoint: limits for the process and for the receiver. */
const CONCURRENCY = { concurrency: 128, endpointConcurrency: 16 };

/** No messages are sent. */
const NO_MESSAGES: MessageSettings = { smtpUrl: null, from: '', smsUrl: null, folder: null, schedule: [] };

/** The worker process: every context without serving its controllers, and the background jobs. */
@Module({})
export class WorkerModule {
  static forRoot(
    options: ServiceOptions,
    webhooks: Omit<DeliverySettings, keyof typeof CONCURRENCY>,
    messages: MessageSettings = NO_MESSAGES,
  ): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ServiceModule.forRoot(options),
        HealthModule,
        WebhookDeliveryModule.forRoot({ ...webhooks, ...CONCURRENCY }),
        MessageDeliveryModule.forRoot(messages),
        ConnectionWorkModule,
        ParcelWorkModule,
        PaymentWorkModule,
        ItemExpiryModule,
        ImportWorkModule,
        RequestExpiryModule,
        LikelyMatchesModule,
        LostMatchesModule,
        IdempotencyCleaningModule,
        GuessSweepModule,
        RetentionSweepModule,
        SessionSweepModule,
        StaysReadingModule,
        StaysSweepModule,
        ChangeListingModule,
        AuditSweepModule,
        FirstStatisticsModule,
      ],
    };
  }
}
