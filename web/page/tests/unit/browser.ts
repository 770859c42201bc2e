/** What modules of the page touch of a browser when they are loaded. */

import { vi } from "vitest";

vi.stubGlobal("location", { hash: "", href: "https://x/" });
vi.stubGlobal("history", { replaceState: () => {} });
vi.stubGlobal("window", new EventTarget());
