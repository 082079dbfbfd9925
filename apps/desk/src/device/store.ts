import { useEffect, useState } from 'preact/hooks';

/** A value that views show and that changes outside of them. */
export function store<Value>(value: Value) {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next: Value): void {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): void {
      listeners.add(listener);
    },
    /** For views: drawn again when it changes. */
    use(): Value {
      const [, draw] = useState({});
      const seen = value;
      useEffect(() => {
        const listener = () => draw({});
        listeners.add(listener);
        // Between drawing and here it may have changed.
        if (seen !== value) listener();
        return () => void listeners.delete(listener);
      }, []);
      return value;
    },
  };
}
