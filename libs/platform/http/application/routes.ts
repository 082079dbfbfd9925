import express, { type Application, type Request, type RequestHandler, type Response, type Router } from 'express';

/** Express tries the routes of a router one after the other: these are kept by the first three parts of their paths. */
export class Routes {
  private readonly routers = new Map<string, Router>();

  /** @param app takes the routes where the first of them is added */
  constructor(private readonly app: Application) {}

  /** Adds a route. @returns false where its first three parts are no literals, or it is for another method than those of the API */
  add(method: string, path: unknown, handler: RequestHandler): boolean {
    const key = typeof path === 'string' ? keyOf(path) : null;
    if (key === null || /[:*{(\\]/.test(key)) return false;
    if (this.routers.size === 0) this.app.use((request, response, next) => this.route(request, response, next));
    let router = this.routers.get(key);
    if (!router) {
      router = express.Router();
      this.routers.set(key, router);
    }
    router[method as 'get'](path as string, handler);
    return true;
  }

  /** Their routers. */
  all(): Router[] {
    return [...this.routers.values()];
  }

  private route(request: Request, response: Response, next: (error?: unknown) => void): void {
    const key = keyOf(request.path);
    const router = key === null ? undefined : this.routers.get(key);
    // A router would answer OPTIONS by itself.
    if (!router || request.method === 'OPTIONS') next();
    else router(request, response, next);
  }
}

/** The first three parts of a path, in any case, as Express compares them; null where it has fewer. */
function keyOf(path: string): string | null {
  const end = path.indexOf('/', path.indexOf('/', 1) + 1);
  if (end <= 1) return null;
  const behind = path.indexOf('/', end + 1);
  return (behind < 0 ? path : path.slice(0, behind)).toLowerCase();
}
