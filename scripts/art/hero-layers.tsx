import type { ReactElement, SVGProps } from "react";
import {
  LYNX_CROWN,
  LYNX_EARS,
  LYNX_EYES,
  LYNX_HEAD,
  LYNX_MUZZLE,
  LYNX_PUPILS,
} from "#shared/constants/brand.ts";
import {
  LYNX_BODY,
  LYNX_FAR_LEGS,
  PINES_BACK,
  PINES_FRAME,
  PINES_FRONT,
  PINES_MID,
  RIDGE_FAR,
  RIDGE_FARTHER,
  ROCK,
  ROCK_FACETS,
  ROCK_TOP,
  STARS_BIG,
  STARS_MID,
  STARS_SMALL,
} from "./hero-paths.ts";

const MOON_CRATERS =
  "M404 92l26 15v30l-26 15-26-15v-30zM452 168l14 8v16l-14 8-14-8v-16zM360 76l9 5v10l-9 5-9-5V81zM236 118l8 4.5v9.5l-8 4.5-8-4.5v-9.5zM492 244l20 11.5v23L492 290l-20-11.5v-23z";

/** The rays of one aurora curtain, in a box of 1600x600. */
const curtain = (phase: number, foot: number) =>
  Array.from({ length: 24 }, (_, i) => {
    const t = i / 23;
    const wave = Math.sin(t * 5.2 + phase) + 0.4 * Math.sin(t * 12 + phase * 2.3);
    const flutter = (Math.sin(i * 1.9 + phase * 3) + Math.sin(i * 0.73 + phase)) / 2;
    const height = Math.round(250 + 60 * wave + 80 * flutter);
    return {
      d: `M${Math.round(80 + t * 1440 + wave * 30)} ${Math.round(foot + wave * 74 - t * 70)}h60l30-${height}h-60z`,
      opacity: Math.round((0.4 + 0.3 * flutter) * Math.sin(Math.PI * t) ** 0.6 * 100) / 100,
    };
  });

/** Twice the 700x900 in which the den is drawn: its glow and rock reach beyond. The style sheet doubles it. */
const DEN_BOX = "-350 -450 1400 1800";

type Curtain = { rays: ReturnType<typeof curtain>; foot: string; middle: string };

const aurora = ({ rays, foot, middle }: Curtain) => (
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 600" preserveAspectRatio="none">
    <defs>
      <linearGradient id="r" x1="0" y1="1" x2="0" y2="0">
        <stop offset="0" stopColor={foot} stopOpacity="0" />
        <stop offset=".1" stopColor={foot} />
        <stop offset=".45" stopColor={middle} stopOpacity=".5" />
        <stop offset="1" stopColor="#2a5f7a" stopOpacity="0" />
      </linearGradient>
      <filter id="b" x="-5%" y="-10%" width="110%" height="120%">
        <feGaussianBlur stdDeviation="13 6" />
      </filter>
    </defs>
    <g fill="url(#r)" filter="url(#b)">
      {rays.map((ray) => (
        <path key={ray.d} {...ray} />
      ))}
    </g>
  </svg>
);

/** The layers of the hero's night, by the name under which `/art/hero/` serves them. */
export const HERO_LAYERS: Readonly<Record<string, ReactElement<SVGProps<SVGSVGElement>>>> = {
  stars: (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 1600 700"
      preserveAspectRatio="xMidYMin slice"
    >
      <g stroke="#dcefe6" strokeLinecap="round" fill="none">
        <path d={STARS_SMALL} strokeWidth="1.5" opacity=".5" />
        <path d={STARS_MID} strokeWidth="2.2" opacity=".7" />
        <path d={STARS_BIG} strokeWidth="3.2" opacity=".9" />
      </g>
    </svg>
  ),
  "aurora-a": aurora({ rays: curtain(0.4, 430), foot: "#8ff0c0", middle: "#3fae8c" }),
  "aurora-b": aurora({ rays: curtain(2.6, 340), foot: "#6fd0c8", middle: "#3a8f9c" }),
  moon: (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={DEN_BOX}>
      <defs>
        <linearGradient id="m" x1=".2" y1="0" x2=".6" y2="1">
          <stop offset="0" stopColor="#f3f1df" />
          <stop offset=".55" stopColor="#cfe0cd" />
          <stop offset="1" stopColor="#7fb39c" />
        </linearGradient>
        <radialGradient id="h">
          <stop offset=".3" stopColor="#d6f2dd" stopOpacity=".5" />
          <stop offset=".6" stopColor="#9fdcc0" stopOpacity=".16" />
          <stop offset="1" stopColor="#9fdcc0" stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx="330" cy="270" r="430" fill="url(#h)" />
      <path d="M330 34l204 118v236L330 506 126 388V152z" fill="url(#m)" />
      <path d={MOON_CRATERS} fill="#8fb8a2" opacity=".28" />
    </svg>
  ),
  land: (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 1600 500"
      preserveAspectRatio="xMaxYMax slice"
    >
      <defs>
        <linearGradient id="f" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#1f4d41" />
          <stop offset=".6" stopColor="#2b6353" />
        </linearGradient>
        <linearGradient id="g" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#153a31" />
          <stop offset=".7" stopColor="#215145" />
        </linearGradient>
        <linearGradient id="k" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0e2a23" />
          <stop offset="1" stopColor="#1b463a" />
        </linearGradient>
        <linearGradient id="n" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#091b16" />
          <stop offset="1" stopColor="#0d241d" />
        </linearGradient>
        <radialGradient id="v">
          <stop offset="0" stopColor="#a9dec6" stopOpacity=".34" />
          <stop offset="1" stopColor="#a9dec6" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d={RIDGE_FARTHER} fill="url(#f)" />
      <path d={RIDGE_FAR} fill="url(#g)" />
      <ellipse cx="1080" cy="300" rx="640" ry="70" fill="url(#v)" />
      <path d={PINES_BACK} fill="url(#k)" />
      <ellipse cx="1180" cy="372" rx="700" ry="74" fill="url(#v)" />
      <ellipse cx="300" cy="380" rx="520" ry="50" fill="url(#v)" opacity=".6" />
      <path d={PINES_MID} fill="url(#n)" />
    </svg>
  ),
  den: (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={DEN_BOX}>
      <defs>
        <linearGradient id="o" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#13251f" />
          <stop offset=".5" stopColor="#0a1410" />
          <stop offset="1" stopColor="#070c0a" />
        </linearGradient>
        <path id="w" d={LYNX_BODY} />
        <path id="x" d={LYNX_HEAD} />
      </defs>
      <path d={ROCK} fill="url(#o)" />
      <path d={ROCK_FACETS} fill="#1b332b" opacity=".5" />
      <path d={ROCK_TOP} fill="#2c4d42" opacity=".8" />
      <g transform="translate(112 124) scale(.95)">
        <path d={LYNX_FAR_LEGS} fill="#0a1511" />
        <use href="#w" x=".6" y="-2" fill="#7ea593" />
        <use href="#w" fill="#050907" />
        <g transform="translate(58 50) scale(1.12)">
          <use href="#x" x=".8" y="-1.5" fill="#7ea593" />
          <use href="#x" fill="#060b09" />
          <path d={LYNX_EARS + LYNX_CROWN + LYNX_MUZZLE} fill="#1c3029" opacity=".7" />
        </g>
      </g>
    </svg>
  ),
  eyes: (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 900">
      <defs>
        <radialGradient id="e">
          <stop offset="0" stopColor="#f5b83d" stopOpacity=".36" />
          <stop offset="1" stopColor="#f5b83d" stopOpacity="0" />
        </radialGradient>
      </defs>
      <g transform="translate(167.1 171.5) scale(1.064)">
        <ellipse cx="34" cy="68" rx="34" ry="24" fill="url(#e)" />
        <ellipse cx="86" cy="68" rx="34" ry="24" fill="url(#e)" />
        <path d={LYNX_EYES} fill="#ffc94d" />
        <path d={LYNX_PUPILS} fill="#050907" />
      </g>
    </svg>
  ),
  front: (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 1600 500"
      preserveAspectRatio="xMinYMax slice"
    >
      <path d={PINES_FRONT} fill="#050a08" />
    </svg>
  ),
  frame: (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 300 500"
      preserveAspectRatio="xMaxYMax meet"
    >
      <path d={PINES_FRAME} fill="#040807" />
    </svg>
  ),
};
