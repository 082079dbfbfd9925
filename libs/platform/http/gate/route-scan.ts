import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ContextApis } from '../context-api/context-apis.js';
import { codeOf, type Handler, problemCodes } from '../endpoint/problems.js';
import { PUBLIC, REQUIRES } from './requires.js';

type Class = new (...args: never[]) => unknown;

/** Fails at startup when a route has neither `@Requires` nor `@Public`, or names a capability or problem that no context defines. */
@Injectable()
export class RouteScan implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    private readonly apis: ContextApis,
  ) {}

  onModuleInit(): void {
    const wrong = this.discovery.getControllers().flatMap(({ metatype }) => (metatype ? this.faults(metatype as Class) : []));
    if (wrong.length > 0) throw new Error(wrong.join('; '));
  }

  private faults(controller: Class): string[] {
    const prototype = controller.prototype as Record<string, Handler>;
    return this.scanner.getAllMethodNames(prototype).flatMap((method) => {
      const handler = prototype[method];
      if (!handler || !Reflect.hasMetadata(PATH_METADATA, handler)) return [];
      return this.faultsOf(handler, controller).map((fault) => `${controller.name}.${method} ${fault}`);
    });
  }

  private faultsOf(handler: Handler, controller: Class): string[] {
    const capability = this.reflector.getAllAndOverride<string | undefined>(REQUIRES, [handler, controller]);
    const isOpen = this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, [handler, controller]) === true;
    const codes = [...problemCodes(handler)].map(codeOf);
    return [
      ...(capability === undefined && !isOpen ? ['declares neither @Requires nor @Public'] : []),
      ...(capability !== undefined && !this.apis.defines(capability) ? [`requires ${capability}, which no context defines`] : []),
      ...codes.filter((code) => !Object.hasOwn(this.apis.problems, code)).map((code) => `has the unknown problem ${code}`),
    ];
  }
}
