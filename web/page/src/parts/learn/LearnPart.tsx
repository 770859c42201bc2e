/** Lessons: puzzles, positions in words, proofs to walk through. */

import { useMemo } from "preact/hooks";
import type { PartProps } from "../../app/App";
import { hashOf } from "../../app/route";
import { t } from "../../i18n";
import { ExplainView } from "./ExplainView";
import { ProofView } from "./ProofView";
import { PuzzleList } from "./PuzzleList";
import { PuzzleView } from "./PuzzleView";
import "../../ui/lessons.css";
import "./learn.css";

const SECTIONS = ["puzzles", "explain", "proof"] as const;
type Section = (typeof SECTIONS)[number];

/** `#/learn/puzzle/ID`, `#/learn/explain/POSITION`, `#/learn/proof/POSITION`, else the list. */
export function LearnPart({ rest: segments }: PartProps) {
  const [name] = segments;
  // The same for the same address: a new one is loaded anew.
  const rest = useMemo(() => segments.slice(1), [segments]);
  const section: Section = name === "explain" || name === "proof" ? name : "puzzles";
  return (
    <div class="learn">
      <nav class="sections" aria-label={t("learn.sections")}>
        {SECTIONS.map((key) => (
          <a key={key} href={hashOf("learn", [key])} aria-current={key === section ? "page" : undefined}>
            {t(`learn.${key}`)}
          </a>
        ))}
      </nav>
      {section === "explain" ? (
        <ExplainView rest={rest} />
      ) : section === "proof" ? (
        <ProofView rest={rest} />
      ) : name === "puzzle" && rest[0] ? (
        <PuzzleView id={rest[0]} />
      ) : (
        <PuzzleList isOwn={name === "own"} />
      )}
    </div>
  );
}
