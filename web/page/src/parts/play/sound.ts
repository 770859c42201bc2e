/** The sound of a stone on wood, made on the spot: no file is needed. */

import { sound } from "../../app/settings";

let context: AudioContext | undefined;

const LENGTH = 0.09;

/** Does nothing unless sound is on. */
export function stoneSound(): void {
  if (!sound.peek()) return;
  context ??= new AudioContext();
  const { currentTime, sampleRate } = context;
  const buffer = context.createBuffer(1, Math.ceil(sampleRate * LENGTH), sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) {
    const at = i / sampleRate;
    const knock = Math.sin(2 * Math.PI * 620 * at) * Math.exp(-at * 90);
    const click = (Math.random() * 2 - 1) * Math.exp(-at * 400);
    samples[i] = 0.5 * knock + 0.35 * click;
  }
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(context.destination);
  source.start(currentTime);
}
