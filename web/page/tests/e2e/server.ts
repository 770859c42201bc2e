/** Serves the built page to the tests, as any static host would. */

import { fileURLToPath } from "node:url";
import { preview } from "vite";
import type { TestProject } from "vitest/node";

const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

declare module "vitest" {
  interface ProvidedContext {
    address: string;
    /** Of the same page from a host that isolates it from other origins. */
    isolated: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const serve = async (headers: Record<string, string>) => {
    const server = await preview({
      root,
      configFile: false,
      base: "./",
      preview: { port: 0, host: "127.0.0.1", headers },
    });
    const address = server.resolvedUrls?.local[0];
    if (!address) throw new Error("the page is not served");
    return { address, close: () => server.close() };
  };
  const [plain, isolated] = await Promise.all([serve({}), serve(ISOLATION)]);
  provide("address", plain.address);
  provide("isolated", isolated.address);
  return async () => {
    await Promise.all([plain.close(), isolated.close()]);
  };
}
