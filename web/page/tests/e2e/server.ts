/** Serves the built page to the tests, as any static host would. */

import { fileURLToPath } from "node:url";
import { preview } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    address: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const server = await preview({
    root,
    configFile: false,
    base: "./",
    preview: { port: 0, host: "127.0.0.1" },
  });
  const address = server.resolvedUrls?.local[0];
  if (!address) throw new Error("the page is not served");
  provide("address", address);
  return () => server.close();
}
