import { render } from "preact";
import { languageReady } from "../i18n";
import { App } from "./App";
import { workOffline } from "./offline";
import "./style.css";
import "../ui/controls.css";

const root = document.getElementById("app");
if (root) void languageReady.then(() => render(<App />, root));
workOffline();
