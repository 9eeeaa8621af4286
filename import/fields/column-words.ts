// A column's name in words, where every part of it is a known word or its abbreviation: HEAT_TYPE is "Heat type".
const spellings = `
  actual: act actual | address: addr address | adjusted: adj | agricultural: ag agric agr | air: air | appraised: appr appraised |
  appraisal: appraisal | area: area | assessed: assd asd assessed | assessment: asmt assmt assessment | attic: attic |
  average: avg | base: base | basement: bsmt basement | bathrooms: bath baths bathrooms | bedrooms: bedrooms bedrms |
  block: blk block | book: bk book | building: bldg bld building | by: by | calculated: calc calculated | carport: carport |
  category: cat category | census: census | central: central | city: city | class: cls class | code: cd code | commercial: comm commercial |
  condition: cond condition | condo: condo | construction: const constr construction | cooling: cooling | cost: cost |
  count: cnt count | county: cnty county | current: cur curr current | date: date dt | deed: deed | deferred: deferred |
  depth: depth | description: desc descr dscrp description | design: design | district: dist district | document: doc document |
  effective: eff effective | electric: electric | elementary: elem | elevation: elev | exemption: exempt exemption | exterior: ext exterior |
  fair: fair | family: fam family | feature: feat feature | fee: fee | feet: ft feet | finished: fin finished | fire: fire |
  fireplaces: fireplace fireplaces | first: first | floor: flr floor | floors: floors | foundation: fdn foundation | front: front |
  frontage: frontage | fuel: fuel | full: full | garage: gar garage | grade: grade | grantor: grantor | grantee: grantee | gross: gross |
  ground: ground | half: half | heat: heat | heated: heated | heating: heating | height: height | high: high | historic: hist historic |
  home: home | homestead: hmstd homestead | improvement: imp impr improvement | income: income | index: index | interior: int interior |
  jurisdiction: juris jurisdiction | kitchens: kitchens | land: land lnd | last: last | legal: legal lgl | length: len length |
  level: level | levy: levy | living: liv living | local: local | location: loc location | lot: lot | main: main | map: map |
  market: mkt market | material: material | middle: middle | mill: mill | model: model | month: mo month | multi: multi |
  municipality: muni municipality | name: name nm | neighborhood: nbhd nbrhd neighborhood | net: net | new: new |
  number: num nbr no nr number | of: of | office: office | old: old | other: other oth | outbuilding: outbldg | owner: own owner |
  page: pg page | parcel: parcel | parking: parking | percent: pct percent | permit: permit | phase: phase | plat: plat |
  pool: pool | porch: porch | precinct: precinct | previous: prev previous | price: price | primary: prim primary | prior: prior |
  property: prop property | quality: qual quality | range: rng range | rate: rate | recorded: rec recorded | remodeled: remodel remodeled |
  residential: res resid residential | roll: roll | roof: roof | rooms: rms rooms | rural: rural | sale: sale | sales: sales |
  school: sch school | second: second | secondary: secondary | section: sec section | sewer: sewer | shape: shape | size: size |
  source: src source | special: spec special | square: sq square | stories: stories | story: story | street: street |
  structure: struct structure | style: style | subdivision: subd subdiv subdivision | taxable: taxable | tax: tax | topography: topo topography |
  total: tot total | town: town | township: twp township | tract: tract | type: typ type | unfinished: unfin | unit: unit | units: units |
  use: use | utilities: util utilities | vacant: vacant | value: val value | view: view | wall: wall | walls: walls | ward: ward |
  water: water | waterfront: waterfront | width: width | year: yr year | zone: zone | zoning: zoning
`;

const words = new Map(
  spellings
    .split('|')
    .map((entry) => entry.trim().split(': '))
    .flatMap(([word, all]) => all!.split(' ').map((spelling) => [spelling, word!] as const)),
);

/** Undefined where a part of the name is not a known word: half a name in words says less than the whole as it is. */
export function columnWords(name: string): string | undefined {
  const parts = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_ ]+/)
    .filter((part) => part !== '');
  const spelled = parts.map((part) => (/^\d+$/.test(part) ? part : words.get(part)));
  if (parts.length === 0 || spelled.some((word) => word === undefined)) return undefined;
  const text = spelled.join(' ');
  return /^\d/.test(text) ? undefined : text[0]!.toUpperCase() + text.slice(1);
}
