import { EngineError } from "dolmen-engine/types";
import { afterEach, expect, test } from "vitest";
import type { Said } from "../../src/engine";
import { inWords, langOf, reasonInWords, sentence } from "../../src/engine/phrase";
import { chosenLanguage, languageReady } from "../../src/i18n";
import type { Language } from "../../src/i18n/languages";

const place = (code: string, stones: string) => ({ code, values: { stones } });
const placed = (shape: string, at: ReturnType<typeof place>) => ({
  code: "placed",
  values: { shape: { code: shape }, place: at },
});
const four = placed("four", place("in column", "f6 f7 f8 f9"));
const three = placed("open three", place("in row", "f9 g9 h9"));
const fork: Said = {
  text: "English",
  phrase: {
    code: "then",
    values: {
      first: { code: "makes at once", values: { shapes: [four, three] } },
      second: { code: "fives follow", values: { points: ["f5", "f10"], opponent: "white" } },
    },
  },
};

async function speak(language: Language): Promise<void> {
  chosenLanguage.value = language;
  await languageReady;
}

afterEach(() => speak("en"));

test("phrases within phrases, lists, colours, and the forms of a language", async () => {
  await speak("cs");
  expect(inWords(fork)).toBe(
    "tvoří zároveň čtyřku (f6 f7 f8 f9 svisle) a\u00a0otevřenou trojku (f9 g9 h9 vodorovně); " +
      "následuje pětice na f5 nebo f10, bílý zastaví jen jednu",
  );
  const noWin: Said = { text: "English", phrase: { code: "no win", values: { color: "black" } } };
  expect(sentence(noWin)).toBe("Vynucená výhra černého nebyla nalezena");
  await speak("ko");
  expect(inWords(fork)).toBe(
    "4(세로 f6 f7 f8 f9) 및 열린 3(가로 f9 g9 h9) 모양을 동시에 만듭니다. " +
      "다음에 f5 또는 f10에서 오목이 되며, 백은 하나만 막을 수 있습니다",
  );
  expect(langOf(fork)).toBeUndefined();
});

test("plural forms", async () => {
  await speak("ru");
  const wins = (count: number) =>
    sentence({ text: "English", phrase: { code: "wins", values: { color: "white", count } } });
  expect([1, 3, 5].map(wins)).toEqual([
    "Белые форсированно выигрывают не более чем за 1 ход:",
    "Белые форсированно выигрывают не более чем за 3 хода:",
    "Белые форсированно выигрывают не более чем за 5 ходов:",
  ]);
});

test("a code that the page does not know, anywhere in it, is told in English", async () => {
  expect(inWords(fork)).toBe("English");
  await speak("ja");
  const news: Said = { text: "it does something new", phrase: { code: "new" } };
  expect([inWords(news), langOf(news)]).toEqual(["it does something new", "en"]);
  const values = { point: "h8", does: news.phrase };
  expect(sentence({ text: "It allows h8.", phrase: { code: "allows", values } })).toBe("It allows h8.");
  // As earlier versions of the page kept their reviews.
  expect([inWords("  as before"), langOf("as before")]).toEqual(["as before", "en"]);
});

test("why something failed", async () => {
  await speak("vi");
  const fault = { code: "occupied", values: { number: 2, point: "h8", text: "English" } };
  const phrase = { code: "unread", values: { place: { code: "at line", values: { number: 3 } }, fault } };
  expect(reasonInWords(new EngineError("English", phrase))).toBe(
    "Dòng 3: nước 2 (h8) nằm trên điểm đã có quân",
  );
  expect(reasonInWords(new EngineError("the engine was closed"))).toBe("the engine was closed");
});
