/** What modules of the page touch of a browser when they are loaded. */

import { vi } from "vitest";

// That of Node follows the language of the system.
vi.stubGlobal("navigator", { language: "en", languages: ["en"] });
vi.stubGlobal("location", { hash: "", href: "https://x/" });
vi.stubGlobal("history", { replaceState: () => {} });
vi.stubGlobal("window", new EventTarget());
