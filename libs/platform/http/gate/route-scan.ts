import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { PUBLIC, REQUIRES } from './requires.js';

/** Stops the start when a route declares neither a capability nor that it is public. */
@Injectable()
export class RouteScan implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    const open = this.discovery.getControllers().flatMap(({ metatype }) => (metatype ? undeclared(metatype, this.scanner) : []));
    if (open.length > 0) throw new Error(`These routes declare neither @Requires nor @Public: ${open.join(', ')}`);
  }
}

function undeclared(controller: { name: string; prototype?: object } | object, scanner: MetadataScanner): string[] {
  const { name, prototype } = controller as { name: string; prototype: Record<string, object> };
  return scanner
    .getAllMethodNames(prototype)
    .filter((method) => {
      const handler = prototype[method];
      if (!handler || !Reflect.hasMetadata(PATH_METADATA, handler)) return false;
      return ![handler, controller].some(
        (target) => Reflect.hasMetadata(REQUIRES, target) || Reflect.hasMetadata(PUBLIC, target),
      );
    })
    .map((method) => `${name}.${method}`);
}
