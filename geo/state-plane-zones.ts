// The zones of the State Plane Coordinate System of 1983 in feet, and which of them are used where a parcel lies.
//
// The table is a part of import/coordinates/known-systems.json (PROJ's database, see there), and a test beside that file
// compares them: the browser need not load 1,600 systems for one.
import type { LngLat } from './geometry.ts';

export type StatePlaneZone = {
  /** 'North Carolina', 'Texas North Central'. */
  name: string;
  /** EPSG's code, or Esri's where EPSG has no such zone in feet. */
  code: number;
  /** US survey feet, or international feet where the state's law says so. */
  unit: 'ftUS' | 'ft';
  proj4: string;
};

/**
 * Zones end at county lines, and the table knows only the boxes around them: near such a line there are several. The first is
 * of the state that is given by its name, and the one whose central line is nearest.
 */
export function statePlaneZonesAt({ lng, lat }: LngLat, state?: string): StatePlaneZone[] {
  const isOfState = ({ name }: StatePlaneZone) => name === state || name.startsWith(`${state} `);
  const found = STATE_PLANE_ZONES.trim()
    .split('\n')
    .flatMap((line) => {
      const [, name = '', code, box = '', proj4 = ''] = line.split('|');
      const [west = 0, south = 0, east = 0, north = 0] = box.split(',').map(Number);
      // Across the antimeridian the east is above 180.
      const isWithin = lat >= south && lat <= north && [lng, lng + 360].some((x) => x >= west && x <= east);
      const unit = proj4.endsWith('=us-ft') ? ('ftUS' as const) : ('ft' as const);
      return isWithin ? [{ name, code: Number(code), unit, proj4 }] : [];
    })
    .map((zone) => ({
      zone,
      rank: degreesFromCenter(zone.proj4, { lng, lat }) - (isOfState(zone) ? 360 : 0),
    }));
  return found.sort((one, other) => one.rank - other.rank).map(({ zone }) => zone);
}

/** From the central meridian, or from the middle between the standard parallels. */
function degreesFromCenter(proj4: string, { lng, lat }: LngLat): number {
  const parameter = (name: string) => Number(proj4.match(`\\+${name}=([-0-9.]+)`)?.[1]);
  const [north, south] = [parameter('lat_1'), parameter('lat_2')];
  if (north && south) return Math.abs(lat - (north + south) / 2);
  const meridian = parameter('lon_0');
  // The one oblique zone, along the coast of Alaska, has no such line.
  return Number.isNaN(meridian) ? 0 : Math.abs(lng - meridian) * Math.cos((lat * Math.PI) / 180);
}

/** FIPS code of the zone | name | code of the system | west,south,east,north | proj4 text. */
export const STATE_PLANE_ZONES = `\
0101|Alabama East|102629|-86.79,30.99,-84.89,35|+proj=tmerc +lat_0=30.5 +lon_0=-85.83333333333 +k=0.99996 +x_0=200000 +ellps=GRS80 +units=us-ft
0102|Alabama West|102630|-88.48,30.14,-86.3,35.02|+proj=tmerc +lat_0=30 +lon_0=-87.5 +k=0.999933333333333 +x_0=600000 +ellps=GRS80 +units=us-ft
0201|Arizona East|2222|-111.71,31.33,-109.04,37.01|+proj=tmerc +lat_0=31 +lon_0=-110.16666666667 +k=0.9999 +x_0=213360 +ellps=GRS80 +units=ft
0202|Arizona Central|2223|-113.35,31.33,-110.44,37.01|+proj=tmerc +lat_0=31 +lon_0=-111.91666666667 +k=0.9999 +x_0=213360 +ellps=GRS80 +units=ft
0203|Arizona West|2224|-114.81,32.05,-112.52,37|+proj=tmerc +lat_0=31 +lon_0=-113.75 +k=0.999933333 +x_0=213360 +ellps=GRS80 +units=ft
0301|Arkansas North|102651|-94.62,34.67,-89.64,36.5|+proj=lcc +lat_0=34.33333333333 +lon_0=-92 +lat_1=34.93333333333 +lat_2=36.23333333333 +x_0=400000 +ellps=GRS80 +units=us-ft
0302|Arkansas South|102652|-94.48,33.01,-90.4,35.1|+proj=lcc +lat_0=32.66666666667 +lon_0=-92 +lat_1=33.3 +lat_2=34.76666666667 +x_0=400000 +y_0=400000 +ellps=GRS80 +units=us-ft
0401|California zone 1|102641|-124.45,39.59,-119.99,42.01|+proj=lcc +lat_0=39.33333333333 +lon_0=-122 +lat_1=40 +lat_2=41.66666666667 +x_0=2000000 +y_0=500000 +ellps=GRS80 +units=us-ft
0402|California zone 2|102642|-124.06,38.02,-119.54,40.16|+proj=lcc +lat_0=37.66666666667 +lon_0=-122 +lat_1=38.33333333333 +lat_2=39.83333333333 +x_0=2000000 +y_0=500000 +ellps=GRS80 +units=us-ft
0403|California zone 3|102643|-123.02,36.73,-117.83,38.71|+proj=lcc +lat_0=36.5 +lon_0=-120.5 +lat_1=37.06666666667 +lat_2=38.43333333333 +x_0=2000000 +y_0=500000 +ellps=GRS80 +units=us-ft
0404|California zone 4|102644|-122.01,35.78,-115.62,37.58|+proj=lcc +lat_0=35.33333333333 +lon_0=-119 +lat_1=36 +lat_2=37.25 +x_0=2000000 +y_0=500000 +ellps=GRS80 +units=us-ft
0405|California zone 5|102645|-121.42,32.76,-114.12,35.81|+proj=lcc +lat_0=33.5 +lon_0=-118 +lat_1=34.03333333333 +lat_2=35.46666666667 +x_0=2000000 +y_0=500000 +ellps=GRS80 +units=us-ft
0406|California zone 6|102646|-118.15,32.53,-114.42,34.08|+proj=lcc +lat_0=32.16666666667 +lon_0=-116.25 +lat_1=32.78333333333 +lat_2=33.88333333333 +x_0=2000000 +y_0=500000 +ellps=GRS80 +units=us-ft
0501|Colorado North|102653|-109.06,39.56,-102.04,41.01|+proj=lcc +lat_0=39.33333333333 +lon_0=-105.5 +lat_1=39.71666666667 +lat_2=40.78333333333 +x_0=914401.8289 +y_0=304800.6096 +ellps=GRS80 +units=us-ft
0502|Colorado Central|102654|-109.06,38.14,-102.04,40.09|+proj=lcc +lat_0=37.83333333333 +lon_0=-105.5 +lat_1=38.45 +lat_2=39.75 +x_0=914401.8289 +y_0=304800.6096 +ellps=GRS80 +units=us-ft
0503|Colorado South|102655|-109.06,36.98,-102.04,38.68|+proj=lcc +lat_0=36.66666666667 +lon_0=-105.5 +lat_1=37.23333333333 +lat_2=38.43333333333 +x_0=914401.8289 +y_0=304800.6096 +ellps=GRS80 +units=us-ft
0600|Connecticut|102656|-73.73,40.98,-71.78,42.05|+proj=lcc +lat_0=40.83333333333 +lon_0=-72.75 +lat_1=41.2 +lat_2=41.86666666667 +x_0=304800.6096 +y_0=152400.3048 +ellps=GRS80 +units=us-ft
0700|Delaware|102657|-75.8,38.44,-74.97,39.85|+proj=tmerc +lat_0=38 +lon_0=-75.41666666667 +k=0.999995 +x_0=200000 +ellps=GRS80 +units=us-ft
0901|Florida East|102658|-82.33,24.41,-79.97,30.83|+proj=tmerc +lat_0=24.33333333333 +lon_0=-81 +k=0.999941176470588 +x_0=200000 +ellps=GRS80 +units=us-ft
0902|Florida West|102659|-83.34,26.27,-81.13,29.6|+proj=tmerc +lat_0=24.33333333333 +lon_0=-82 +k=0.999941176470588 +x_0=200000 +ellps=GRS80 +units=us-ft
0903|Florida North|102660|-87.63,29.21,-82.04,31.01|+proj=lcc +lat_0=29 +lon_0=-84.5 +lat_1=29.58333333333 +lat_2=30.75 +x_0=600000 +ellps=GRS80 +units=us-ft
1001|Georgia East|102666|-83.47,30.36,-80.77,34.68|+proj=tmerc +lat_0=30 +lon_0=-82.16666666667 +k=0.9999 +x_0=200000 +ellps=GRS80 +units=us-ft
1002|Georgia West|102667|-85.61,30.62,-82.99,35.01|+proj=tmerc +lat_0=30 +lon_0=-84.16666666667 +k=0.9999 +x_0=700000 +ellps=GRS80 +units=us-ft
1101|Idaho East|102668|-113.24,41.99,-111.04,44.75|+proj=tmerc +lat_0=41.66666666667 +lon_0=-112.16666666667 +k=0.999947368421053 +x_0=200000 +ellps=GRS80 +units=us-ft
1102|Idaho Central|102669|-115.3,41.99,-112.67,45.7|+proj=tmerc +lat_0=41.66666666667 +lon_0=-114 +k=0.999947368421053 +x_0=500000 +ellps=GRS80 +units=us-ft
1103|Idaho West|102670|-117.24,41.99,-114.32,49.01|+proj=tmerc +lat_0=41.66666666667 +lon_0=-115.75 +k=0.999933333333333 +x_0=800000 +ellps=GRS80 +units=us-ft
1201|Illinois East|3435|-89.28,37.06,-87.02,42.5|+proj=tmerc +lat_0=36.66666666667 +lon_0=-88.33333333333 +k=0.999975 +x_0=300000 +ellps=GRS80 +units=us-ft
1202|Illinois West|102672|-91.52,36.98,-88.93,42.51|+proj=tmerc +lat_0=36.66666666667 +lon_0=-90.16666666667 +k=0.999941176470588 +x_0=700000 +ellps=GRS80 +units=us-ft
1301|Indiana East|102673|-86.59,37.95,-84.78,41.77|+proj=tmerc +lat_0=37.5 +lon_0=-85.66666666667 +k=0.999966666666667 +x_0=100000 +y_0=250000 +ellps=GRS80 +units=us-ft
1302|Indiana West|102674|-88.06,37.77,-86.24,41.77|+proj=tmerc +lat_0=37.5 +lon_0=-87.08333333333 +k=0.999966666666667 +x_0=900000 +y_0=250000 +ellps=GRS80 +units=us-ft
1401|Iowa North|102675|-96.65,41.85,-90.15,43.51|+proj=lcc +lat_0=41.5 +lon_0=-93.5 +lat_1=42.06666666667 +lat_2=43.26666666667 +x_0=1500000 +y_0=1000000 +ellps=GRS80 +units=us-ft
1402|Iowa South|102676|-96.14,40.37,-90.14,42.04|+proj=lcc +lat_0=40 +lon_0=-93.5 +lat_1=40.61666666667 +lat_2=41.78333333333 +x_0=500000 +ellps=GRS80 +units=us-ft
1501|Kansas North|102677|-102.06,38.52,-94.58,40.01|+proj=lcc +lat_0=38.33333333333 +lon_0=-98 +lat_1=38.71666666667 +lat_2=39.78333333333 +x_0=400000 +ellps=GRS80 +units=us-ft
1502|Kansas South|102678|-102.05,36.99,-94.6,38.88|+proj=lcc +lat_0=36.66666666667 +lon_0=-98.5 +lat_1=37.26666666667 +lat_2=38.56666666667 +x_0=400000 +y_0=400000 +ellps=GRS80 +units=us-ft
1600|Kentucky|102763|-89.57,36.49,-81.95,39.15|+proj=lcc +lat_0=36.33333333333 +lon_0=-85.75 +lat_1=37.08333333333 +lat_2=38.66666666667 +x_0=1500000 +y_0=1000000 +ellps=GRS80 +units=us-ft
1601|Kentucky North|102679|-85.96,37.71,-82.47,39.15|+proj=lcc +lat_0=37.5 +lon_0=-84.25 +lat_1=37.96666666667 +lat_2=38.96666666667 +x_0=500000 +ellps=GRS80 +units=us-ft
1602|Kentucky South|102680|-89.57,36.49,-81.95,38.17|+proj=lcc +lat_0=36.33333333333 +lon_0=-85.75 +lat_1=36.73333333333 +lat_2=37.93333333333 +x_0=500000 +y_0=500000 +ellps=GRS80 +units=us-ft
1701|Louisiana North|102681|-94.05,30.85,-90.86,33.03|+proj=lcc +lat_0=30.5 +lon_0=-92.5 +lat_1=31.16666666667 +lat_2=32.66666666667 +x_0=1000000 +ellps=GRS80 +units=us-ft
1702|Louisiana South|102682|-93.94,28.85,-88.75,31.07|+proj=lcc +lat_0=28.5 +lon_0=-91.33333333333 +lat_1=29.3 +lat_2=30.7 +x_0=1000000 +ellps=GRS80 +units=us-ft
1801|Maine East|26847|-70.03,43.88,-66.91,47.47|+proj=tmerc +lat_0=43.66666666667 +lon_0=-68.5 +k=0.9999 +x_0=300000 +ellps=GRS80 +units=us-ft
1802|Maine West|102684|-71.09,43.04,-69.26,46.58|+proj=tmerc +lat_0=42.83333333333 +lon_0=-70.16666666667 +k=0.999966666666667 +x_0=900000 +ellps=GRS80 +units=us-ft
1900|Maryland|102685|-79.49,37.97,-74.97,39.73|+proj=lcc +lat_0=37.66666666667 +lon_0=-77 +lat_1=38.3 +lat_2=39.45 +x_0=400000 +ellps=GRS80 +units=us-ft
2001|Massachusetts Mainland|102686|-73.5,41.46,-69.86,42.89|+proj=lcc +lat_0=41 +lon_0=-71.5 +lat_1=41.71666666667 +lat_2=42.68333333333 +x_0=200000 +y_0=750000 +ellps=GRS80 +units=us-ft
2002|Massachusetts Island|102687|-70.91,41.19,-69.89,41.51|+proj=lcc +lat_0=41 +lon_0=-70.5 +lat_1=41.28333333333 +lat_2=41.48333333333 +x_0=500000 +ellps=GRS80 +units=us-ft
2111|Michigan North|2251|-90.42,45.08,-83.44,48.32|+proj=lcc +lat_0=44.78333333333 +lon_0=-87 +lat_1=47.08333333333 +lat_2=45.48333333333 +x_0=7999999.99997 +ellps=GRS80 +units=ft
2112|Michigan Central|2252|-87.06,43.8,-82.27,45.92|+proj=lcc +lat_0=43.31666666667 +lon_0=-84.36666666667 +lat_1=45.7 +lat_2=44.18333333333 +x_0=5999999.99998 +ellps=GRS80 +units=ft
2113|Michigan South|2253|-87.2,41.69,-82.13,44.22|+proj=lcc +lat_0=41.5 +lon_0=-84.36666666667 +lat_1=43.66666666667 +lat_2=42.1 +x_0=3999999.99998 +ellps=GRS80 +units=ft
2201|Minnesota North|102691|-97.22,46.64,-89.49,49.38|+proj=lcc +lat_0=46.5 +lon_0=-93.1 +lat_1=47.03333333333 +lat_2=48.63333333333 +x_0=800000 +y_0=100000 +ellps=GRS80 +units=us-ft
2202|Minnesota Central|102692|-96.86,45.28,-92.29,47.48|+proj=lcc +lat_0=45 +lon_0=-94.25 +lat_1=45.61666666667 +lat_2=47.05 +x_0=800000 +y_0=100000 +ellps=GRS80 +units=us-ft
2203|Minnesota South|102693|-96.85,43.49,-91.21,45.59|+proj=lcc +lat_0=43 +lon_0=-94 +lat_1=43.78333333333 +lat_2=45.21666666667 +x_0=800000 +y_0=100000 +ellps=GRS80 +units=us-ft
2301|Mississippi East|2254|-89.97,30.01,-88.09,35.01|+proj=tmerc +lat_0=29.5 +lon_0=-88.83333333333 +k=0.99995 +x_0=300000 +ellps=GRS80 +units=us-ft
2302|Mississippi West|102695|-91.65,31,-89.37,35.01|+proj=tmerc +lat_0=29.5 +lon_0=-90.33333333333 +k=0.99995 +x_0=700000 +ellps=GRS80 +units=us-ft
2401|Missouri East|102696|-91.97,35.98,-89.1,40.61|+proj=tmerc +lat_0=35.83333333333 +lon_0=-90.5 +k=0.999933333333333 +x_0=250000 +ellps=GRS80 +units=us-ft
2402|Missouri Central|102697|-93.79,36.48,-91.41,40.61|+proj=tmerc +lat_0=35.83333333333 +lon_0=-92.5 +k=0.999933333333333 +x_0=500000 +ellps=GRS80 +units=us-ft
2403|Missouri West|102698|-95.77,36.48,-93.48,40.59|+proj=tmerc +lat_0=36.16666666667 +lon_0=-94.5 +k=0.999941176470588 +x_0=850000 +ellps=GRS80 +units=us-ft
2500|Montana|2256|-116.07,44.35,-104.04,49.01|+proj=lcc +lat_0=44.25 +lon_0=-109.5 +lat_1=49 +lat_2=45 +x_0=600000 +ellps=GRS80 +units=ft
2600|Nebraska|102704|-104.06,39.99,-95.3,43.01|+proj=lcc +lat_0=39.83333333333 +lon_0=-100 +lat_1=40 +lat_2=43 +x_0=500000 +ellps=GRS80 +units=us-ft
2701|Nevada East|102707|-117.01,34.99,-114.03,42|+proj=tmerc +lat_0=34.75 +lon_0=-115.58333333333 +k=0.9999 +x_0=200000 +y_0=8000000 +ellps=GRS80 +units=us-ft
2702|Nevada Central|102708|-118.19,36,-114.99,41|+proj=tmerc +lat_0=34.75 +lon_0=-116.66666666667 +k=0.9999 +x_0=500000 +y_0=6000000 +ellps=GRS80 +units=us-ft
2703|Nevada West|102709|-120,36.95,-116.99,42|+proj=tmerc +lat_0=34.75 +lon_0=-118.58333333333 +k=0.9999 +x_0=800000 +y_0=4000000 +ellps=GRS80 +units=us-ft
2800|New Hampshire|102710|-72.56,42.69,-70.63,45.31|+proj=tmerc +lat_0=42.5 +lon_0=-71.66666666667 +k=0.999966666666667 +x_0=300000 +ellps=GRS80 +units=us-ft
2900|New Jersey|3424|-75.6,38.87,-73.88,41.36|+proj=tmerc +lat_0=38.83333333333 +lon_0=-74.5 +k=0.9999 +x_0=150000 +ellps=GRS80 +units=us-ft
3001|New Mexico East|102712|-105.72,32,-102.99,37|+proj=tmerc +lat_0=31 +lon_0=-104.33333333333 +k=0.999909090909091 +x_0=165000 +ellps=GRS80 +units=us-ft
3002|New Mexico Central|102713|-107.73,31.78,-104.84,37|+proj=tmerc +lat_0=31 +lon_0=-106.25 +k=0.9999 +x_0=500000 +ellps=GRS80 +units=us-ft
3003|New Mexico West|102714|-109.06,31.33,-106.32,37|+proj=tmerc +lat_0=31 +lon_0=-107.83333333333 +k=0.999916666666667 +x_0=830000 +ellps=GRS80 +units=us-ft
3101|New York East|2260|-75.87,40.88,-73.23,45.02|+proj=tmerc +lat_0=38.83333333333 +lon_0=-74.5 +k=0.9999 +x_0=150000 +ellps=GRS80 +units=us-ft
3102|New York Central|102716|-77.75,41.99,-75.06,44.41|+proj=tmerc +lat_0=40 +lon_0=-76.58333333333 +k=0.9999375 +x_0=250000 +ellps=GRS80 +units=us-ft
3103|New York West|102717|-79.77,41.99,-77.36,43.64|+proj=tmerc +lat_0=40 +lon_0=-78.58333333333 +k=0.9999375 +x_0=350000 +ellps=GRS80 +units=us-ft
3104|New York Long Island|102718|-74.26,40.47,-71.8,41.3|+proj=lcc +lat_0=40.16666666667 +lon_0=-74 +lat_1=40.66666666667 +lat_2=41.03333333333 +x_0=300000 +ellps=GRS80 +units=us-ft
3200|North Carolina|102719|-84.33,33.83,-75.38,36.59|+proj=lcc +lat_0=33.75 +lon_0=-79 +lat_1=34.33333333333 +lat_2=36.16666666667 +x_0=609601.22 +ellps=GRS80 +units=us-ft
3301|North Dakota North|2265|-104.07,47.15,-96.83,49.01|+proj=lcc +lat_0=47 +lon_0=-100.5 +lat_1=48.73333333333 +lat_2=47.43333333333 +x_0=600000 +ellps=GRS80 +units=ft
3302|North Dakota South|2266|-104.05,45.93,-96.55,47.83|+proj=lcc +lat_0=45.66666666667 +lon_0=-100.5 +lat_1=47.48333333333 +lat_2=46.18333333333 +x_0=600000 +ellps=GRS80 +units=ft
3401|Ohio North|102722|-84.81,40.1,-80.51,42.33|+proj=lcc +lat_0=39.66666666667 +lon_0=-82.5 +lat_1=40.43333333333 +lat_2=41.7 +x_0=600000 +ellps=GRS80 +units=us-ft
3402|Ohio South|102723|-84.83,38.4,-80.7,40.36|+proj=lcc +lat_0=38 +lon_0=-82.5 +lat_1=38.73333333333 +lat_2=40.03333333333 +x_0=600000 +ellps=GRS80 +units=us-ft
3501|Oklahoma North|102724|-103,35.27,-94.42,37.01|+proj=lcc +lat_0=35 +lon_0=-98 +lat_1=35.56666666667 +lat_2=36.76666666667 +x_0=600000 +ellps=GRS80 +units=us-ft
3502|Oklahoma South|102725|-100,33.62,-94.42,35.57|+proj=lcc +lat_0=33.33333333333 +lon_0=-98 +lat_1=33.93333333333 +lat_2=35.23333333333 +x_0=600000 +ellps=GRS80 +units=us-ft
3601|Oregon North|2269|-124.17,43.95,-116.47,46.26|+proj=lcc +lat_0=43.66666666667 +lon_0=-120.5 +lat_1=46 +lat_2=44.33333333333 +x_0=2500000.00014 +ellps=GRS80 +units=ft
3602|Oregon South|2270|-124.6,41.98,-116.9,44.56|+proj=lcc +lat_0=41.66666666667 +lon_0=-120.5 +lat_1=44 +lat_2=42.33333333333 +x_0=1500000.00015 +ellps=GRS80 +units=ft
3701|Pennsylvania North|102728|-80.53,40.6,-74.7,42.53|+proj=lcc +lat_0=40.16666666667 +lon_0=-77.75 +lat_1=40.88333333333 +lat_2=41.95 +x_0=600000 +ellps=GRS80 +units=us-ft
3702|Pennsylvania South|102729|-80.53,39.71,-74.72,41.18|+proj=lcc +lat_0=39.33333333333 +lon_0=-77.75 +lat_1=39.93333333333 +lat_2=40.96666666667 +x_0=600000 +ellps=GRS80 +units=us-ft
3800|Rhode Island|102730|-71.85,41.13,-71.08,42.02|+proj=tmerc +lat_0=41.08333333333 +lon_0=-71.5 +k=0.99999375 +x_0=100000 +ellps=GRS80 +units=us-ft
3900|South Carolina|2273|-83.36,32.05,-78.52,35.21|+proj=lcc +lat_0=31.83333333333 +lon_0=-81 +lat_1=34.83333333333 +lat_2=32.5 +x_0=609600 +ellps=GRS80 +units=ft
4001|South Dakota North|102734|-104.07,44.14,-96.45,45.95|+proj=lcc +lat_0=43.83333333333 +lon_0=-100 +lat_1=44.41666666667 +lat_2=45.68333333333 +x_0=600000 +ellps=GRS80 +units=us-ft
4002|South Dakota South|102735|-104.06,42.48,-96.43,44.79|+proj=lcc +lat_0=42.33333333333 +lon_0=-100.33333333333 +lat_1=42.83333333333 +lat_2=44.4 +x_0=600000 +ellps=GRS80 +units=us-ft
4100|Tennessee|102736|-90.31,34.98,-81.65,36.68|+proj=lcc +lat_0=34.33333333333 +lon_0=-86 +lat_1=35.25 +lat_2=36.41666666667 +x_0=600000 +ellps=GRS80 +units=us-ft
4201|Texas North|102737|-103.03,34.3,-99.99,36.5|+proj=lcc +lat_0=34 +lon_0=-101.5 +lat_1=34.65 +lat_2=36.18333333333 +x_0=200000 +y_0=1000000 +ellps=GRS80 +units=us-ft
4202|Texas North Central|102738|-103.07,31.72,-94,34.58|+proj=lcc +lat_0=31.66666666667 +lon_0=-98.5 +lat_1=32.13333333333 +lat_2=33.96666666667 +x_0=600000 +y_0=2000000 +ellps=GRS80 +units=us-ft
4203|Texas Central|102739|-106.66,29.78,-93.5,32.27|+proj=lcc +lat_0=29.66666666667 +lon_0=-100.33333333333 +lat_1=30.11666666667 +lat_2=31.88333333333 +x_0=700000 +y_0=3000000 +ellps=GRS80 +units=us-ft
4204|Texas South Central|102740|-105,27.78,-93.76,30.67|+proj=lcc +lat_0=27.83333333333 +lon_0=-99 +lat_1=28.38333333333 +lat_2=30.28333333333 +x_0=600000 +y_0=4000000 +ellps=GRS80 +units=us-ft
4205|Texas South|102741|-100.2,25.83,-96.85,28.21|+proj=lcc +lat_0=25.66666666667 +lon_0=-98.5 +lat_1=26.16666666667 +lat_2=27.83333333333 +x_0=300000 +y_0=5000000 +ellps=GRS80 +units=us-ft
4301|Utah North|2280|-114.04,40.55,-109.04,42.01|+proj=lcc +lat_0=40.33333333333 +lon_0=-111.5 +lat_1=41.78333333333 +lat_2=40.71666666667 +x_0=500000.00015 +y_0=1000000 +ellps=GRS80 +units=ft
4302|Utah Central|2281|-114.05,38.49,-109.04,41.08|+proj=lcc +lat_0=38.33333333333 +lon_0=-111.5 +lat_1=40.65 +lat_2=39.01666666667 +x_0=500000.00015 +y_0=1999999.99999 +ellps=GRS80 +units=ft
4303|Utah South|2282|-114.05,36.99,-109.04,38.58|+proj=lcc +lat_0=36.66666666667 +lon_0=-111.5 +lat_1=38.35 +lat_2=37.21666666667 +x_0=500000.00015 +y_0=2999999.99999 +ellps=GRS80 +units=ft
4400|Vermont|102745|-73.44,42.72,-71.5,45.03|+proj=tmerc +lat_0=42.5 +lon_0=-72.5 +k=0.999964285714286 +x_0=500000 +ellps=GRS80 +units=us-ft
4501|Virginia North|102746|-80.06,37.77,-76.51,39.46|+proj=lcc +lat_0=37.66666666667 +lon_0=-78.5 +lat_1=38.03333333333 +lat_2=39.2 +x_0=3500000 +y_0=2000000 +ellps=GRS80 +units=us-ft
4502|Virginia South|102747|-83.68,36.54,-75.31,38.28|+proj=lcc +lat_0=36.33333333333 +lon_0=-78.5 +lat_1=36.76666666667 +lat_2=37.96666666667 +x_0=3500000 +y_0=1000000 +ellps=GRS80 +units=us-ft
4601|Washington North|102748|-124.79,47.08,-117.02,49.05|+proj=lcc +lat_0=47 +lon_0=-120.83333333333 +lat_1=47.5 +lat_2=48.73333333333 +x_0=500000 +ellps=GRS80 +units=us-ft
4602|Washington South|102749|-124.4,45.54,-116.91,47.61|+proj=lcc +lat_0=45.33333333333 +lon_0=-120.5 +lat_1=45.83333333333 +lat_2=47.33333333333 +x_0=500000 +ellps=GRS80 +units=us-ft
4701|West Virginia North|102750|-81.76,38.76,-77.72,40.64|+proj=lcc +lat_0=38.5 +lon_0=-79.5 +lat_1=39 +lat_2=40.25 +x_0=600000 +ellps=GRS80 +units=us-ft
4702|West Virginia South|102751|-82.65,37.2,-79.05,39.17|+proj=lcc +lat_0=37 +lon_0=-81 +lat_1=37.48333333333 +lat_2=38.88333333333 +x_0=600000 +ellps=GRS80 +units=us-ft
4801|Wisconsin North|102752|-92.89,45.37,-88.05,47.31|+proj=lcc +lat_0=45.16666666667 +lon_0=-90 +lat_1=45.56666666667 +lat_2=46.76666666667 +x_0=600000 +ellps=GRS80 +units=us-ft
4802|Wisconsin Central|102753|-92.89,43.98,-86.25,45.8|+proj=lcc +lat_0=43.83333333333 +lon_0=-90 +lat_1=44.25 +lat_2=45.5 +x_0=600000 +ellps=GRS80 +units=us-ft
4803|Wisconsin South|102754|-91.43,42.48,-86.95,44.33|+proj=lcc +lat_0=42 +lon_0=-90 +lat_1=42.73333333333 +lat_2=44.06666666667 +x_0=600000 +ellps=GRS80 +units=us-ft
4901|Wyoming East|102755|-106.33,40.99,-104.05,45.01|+proj=tmerc +lat_0=40.5 +lon_0=-105.16666666667 +k=0.9999375 +x_0=200000 +ellps=GRS80 +units=us-ft
4902|Wyoming East Central|102756|-108.63,40.99,-106,45.01|+proj=tmerc +lat_0=40.5 +lon_0=-107.33333333333 +k=0.9999375 +x_0=400000 +y_0=100000 +ellps=GRS80 +units=us-ft
4903|Wyoming West Central|3738|-111.06,40.99,-107.5,45.01|+proj=tmerc +lat_0=40.5 +lon_0=-108.75 +k=0.9999375 +x_0=600000 +ellps=GRS80 +units=us-ft
4904|Wyoming West|102758|-111.06,40.99,-109.04,44.67|+proj=tmerc +lat_0=40.5 +lon_0=-110.08333333333 +k=0.9999375 +x_0=800000 +y_0=100000 +ellps=GRS80 +units=us-ft
5001|Alaska zone 1|102631|-141,54.61,-129.99,60.35|+proj=omerc +no_uoff +lat_0=57 +lonc=-133.66666666667 +alpha=-36.86989764583 +gamma=-36.86989764583 +k=0.9999 +x_0=5000000 +y_0=-5000000 +ellps=GRS80 +units=us-ft
5002|Alaska zone 2|102632|-144.01,59.72,-140.98,70.16|+proj=tmerc +lat_0=54 +lon_0=-142 +k=0.9999 +x_0=500000 +ellps=GRS80 +units=us-ft
5003|Alaska zone 3|102633|-148,59.72,-144,70.38|+proj=tmerc +lat_0=54 +lon_0=-146 +k=0.9999 +x_0=500000 +ellps=GRS80 +units=us-ft
5004|Alaska zone 4|102634|-152.01,59.11,-147.99,70.63|+proj=tmerc +lat_0=54 +lon_0=-150 +k=0.9999 +x_0=500000 +ellps=GRS80 +units=us-ft
5005|Alaska zone 5|102635|-156,55.72,-151.86,71.28|+proj=tmerc +lat_0=54 +lon_0=-154 +k=0.9999 +x_0=500000 +ellps=GRS80 +units=us-ft
5006|Alaska zone 6|102636|-160,54.89,-155.99,71.4|+proj=tmerc +lat_0=54 +lon_0=-158 +k=0.9999 +x_0=500000 +ellps=GRS80 +units=us-ft
5007|Alaska zone 7|102637|-164.01,54.32,-160,70.74|+proj=tmerc +lat_0=54 +lon_0=-162 +k=0.9999 +x_0=500000 +ellps=GRS80 +units=us-ft
5008|Alaska zone 8|102638|-168.26,54.34,-164,69.05|+proj=tmerc +lat_0=54 +lon_0=-166 +k=0.9999 +x_0=500000 +ellps=GRS80 +units=us-ft
5009|Alaska zone 9|102639|-173.16,56.49,-168,65.82|+proj=tmerc +lat_0=54 +lon_0=-170 +k=0.9999 +x_0=500000 +ellps=GRS80 +units=us-ft
5010|Alaska zone 10|102640|172.42,51.3,195.16,54.34|+proj=lcc +lat_0=51 +lon_0=-176 +lat_1=51.83333333333 +lat_2=53.83333333333 +x_0=1000000 +ellps=GRS80 +units=us-ft
5101|Hawaii zone 1|102661|-156.1,18.87,-154.74,20.33|+proj=tmerc +lat_0=18.83333333333 +lon_0=-155.5 +k=0.999966666666667 +x_0=500000 +ellps=GRS80 +units=us-ft
5102|Hawaii zone 2|102662|-157.36,20.45,-155.93,21.26|+proj=tmerc +lat_0=20.33333333333 +lon_0=-156.66666666667 +k=0.999966666666667 +x_0=500000 +ellps=GRS80 +units=us-ft
5103|Hawaii zone 3|102663|-158.33,21.2,-157.61,21.75|+proj=tmerc +lat_0=21.16666666667 +lon_0=-158 +k=0.99999 +x_0=500000 +ellps=GRS80 +units=us-ft
5104|Hawaii zone 4|102664|-159.85,21.81,-159.23,22.29|+proj=tmerc +lat_0=21.83333333333 +lon_0=-159.5 +k=0.99999 +x_0=500000 +ellps=GRS80 +units=us-ft
5105|Hawaii zone 5|102665|-160.3,21.73,-159.99,22.07|+proj=tmerc +lat_0=21.66666666667 +lon_0=-160.16666666667 +x_0=500000 +ellps=GRS80 +units=us-ft
5200|Puerto Rico Virgin Islands|102761|-68.49,14.92,-63.88,21.86|+proj=lcc +lat_0=17.83333333333 +lon_0=-66.43333333333 +lat_1=18.03333333333 +lat_2=18.43333333333 +x_0=200000 +y_0=200000 +ellps=GRS80 +units=us-ft
5400|Guam|102766|141.19,10.95,148.18,15.91|+proj=poly +lat_0=13.47246635278 +lon_0=144.74875070556 +x_0=50000 +y_0=50000 +ellps=GRS80 +units=us-ft
`;
