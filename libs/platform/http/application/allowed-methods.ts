import type { Application } from 'express';
import type { Routes } from './routes.js';

type KnownLayer = Application['router']['stack'][number];

/** A layer of Express's router with what its types leave out. */
interface Layer extends KnownLayer {
  route?: NonNullable<KnownLayer['route']> & { methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** The methods that the application has routes for at this path; empty when there is no such path. */
export function allowedMethods(app: Application, path: string): string[] {
  const methods = new Set<string>();
  const routes: Routes | undefined = app.locals.routes;
  const layers = [app.router, ...(routes?.all() ?? [])].flatMap(({ stack }) => stack as Layer[]);
  for (const layer of layers) {
    if (!layer.route || !matches(layer, path)) continue;
    for (const [method, taken] of Object.entries(layer.route.methods)) if (taken) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

function matches(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
