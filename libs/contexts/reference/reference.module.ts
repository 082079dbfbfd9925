import { Module } from '@nestjs/common';
import { ReferenceController } from './http/reference.controller.js';

/** Countries, colors and categories: fixed lists. */
@Module({ controllers: [ReferenceController] })
export class ReferenceModule {}
