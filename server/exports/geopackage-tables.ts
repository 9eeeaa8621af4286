// The tables of a GeoPackage (OGC 12-128r18) with one layer of areas in degrees, an R-tree over it, and a text about it.

export const LAYER = 'parcels';
export const WGS84 = 4326;

const WGS84_WKT =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],' +
  'PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]';

const METADATA = 'http://www.geopackage.org/spec131/#extension_metadata';
const RTREE = 'http://www.geopackage.org/spec131/#extension_rtree';

/** The name of our columns is safe; that of a county's may be anything. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** `columns`: quoted names with their types. */
export const geoPackageTables = (columns: readonly string[]) => `
  PRAGMA application_id = 0x47504B47;
  PRAGMA user_version = 10301;
  CREATE TABLE gpkg_spatial_ref_sys (
    srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
    organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT
  );
  INSERT INTO gpkg_spatial_ref_sys VALUES
    ('WGS 84', ${WGS84}, 'EPSG', ${WGS84}, '${WGS84_WKT}', 'longitude and latitude in degrees'),
    ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', NULL),
    ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', NULL);
  CREATE TABLE gpkg_contents (
    table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
    last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
    CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id)
  );
  CREATE TABLE gpkg_geometry_columns (
    table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
    z TINYINT NOT NULL, m TINYINT NOT NULL,
    CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
    CONSTRAINT uk_gc_table_name UNIQUE (table_name),
    CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
    CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id)
  );
  CREATE TABLE gpkg_extensions (
    table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
    CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name)
  );
  INSERT INTO gpkg_extensions VALUES
    ('${LAYER}', 'geom', 'gpkg_rtree_index', '${RTREE}', 'write-only'),
    ('gpkg_metadata', NULL, 'gpkg_metadata', '${METADATA}', 'read-write'),
    ('gpkg_metadata_reference', NULL, 'gpkg_metadata', '${METADATA}', 'read-write');
  CREATE TABLE gpkg_metadata (
    id INTEGER CONSTRAINT m_pk PRIMARY KEY ASC NOT NULL, md_scope TEXT NOT NULL DEFAULT 'dataset',
    md_standard_uri TEXT NOT NULL, mime_type TEXT NOT NULL DEFAULT 'text/xml', metadata TEXT NOT NULL DEFAULT ''
  );
  CREATE TABLE gpkg_metadata_reference (
    reference_scope TEXT NOT NULL, table_name TEXT, column_name TEXT, row_id_value INTEGER,
    timestamp DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), md_file_id INTEGER NOT NULL, md_parent_id INTEGER,
    CONSTRAINT crmr_mfi_fk FOREIGN KEY (md_file_id) REFERENCES gpkg_metadata(id),
    CONSTRAINT crmr_mpi_fk FOREIGN KEY (md_parent_id) REFERENCES gpkg_metadata(id)
  );
  INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('${LAYER}', 'features', '${LAYER}', ${WGS84});
  INSERT INTO gpkg_geometry_columns VALUES ('${LAYER}', 'geom', 'MULTIPOLYGON', ${WGS84}, 0, 0);
  CREATE TABLE ${LAYER} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom MULTIPOLYGON, ${columns.join(', ')});
  CREATE VIRTUAL TABLE rtree_${LAYER}_geom USING rtree(id, minx, maxx, miny, maxy);
`;

const box = (row: string) =>
  `${row}.fid, ST_MinX(${row}.geom), ST_MaxX(${row}.geom), ST_MinY(${row}.geom), ST_MaxY(${row}.geom)`;
const hasShape = (row: string) => `(${row}.geom NOTNULL AND NOT ST_IsEmpty(${row}.geom))`;
const lacksShape = (row: string) => `(${row}.geom ISNULL OR ST_IsEmpty(${row}.geom))`;
const tree = `rtree_${LAYER}_geom`;

/** As the specification words them. They keep the R-tree right when somebody edits the layer; their functions are the editor's. */
export const RTREE_TRIGGERS = `
  CREATE TRIGGER ${tree}_insert AFTER INSERT ON ${LAYER} WHEN ${hasShape('new')}
    BEGIN INSERT OR REPLACE INTO ${tree} VALUES (${box('NEW')}); END;
  CREATE TRIGGER ${tree}_update2 AFTER UPDATE OF geom ON ${LAYER} WHEN OLD.fid = NEW.fid AND ${lacksShape('NEW')}
    BEGIN DELETE FROM ${tree} WHERE id = OLD.fid; END;
  CREATE TRIGGER ${tree}_update4 AFTER UPDATE ON ${LAYER} WHEN OLD.fid != NEW.fid AND ${lacksShape('NEW')}
    BEGIN DELETE FROM ${tree} WHERE id IN (OLD.fid, NEW.fid); END;
  CREATE TRIGGER ${tree}_update5 AFTER UPDATE ON ${LAYER} WHEN OLD.fid != NEW.fid AND ${hasShape('NEW')}
    BEGIN DELETE FROM ${tree} WHERE id = OLD.fid; INSERT OR REPLACE INTO ${tree} VALUES (${box('NEW')}); END;
  CREATE TRIGGER ${tree}_update6 AFTER UPDATE OF geom ON ${LAYER} WHEN OLD.fid = NEW.fid AND ${hasShape('NEW')} AND ${hasShape('OLD')}
    BEGIN UPDATE ${tree} SET minx = ST_MinX(NEW.geom), maxx = ST_MaxX(NEW.geom), miny = ST_MinY(NEW.geom), maxy = ST_MaxY(NEW.geom)
      WHERE id = NEW.fid; END;
  CREATE TRIGGER ${tree}_update7 AFTER UPDATE OF geom ON ${LAYER} WHEN OLD.fid = NEW.fid AND ${hasShape('NEW')} AND ${lacksShape('OLD')}
    BEGIN INSERT INTO ${tree} VALUES (${box('NEW')}); END;
  CREATE TRIGGER ${tree}_delete AFTER DELETE ON ${LAYER} WHEN old.geom NOT NULL
    BEGIN DELETE FROM ${tree} WHERE id = OLD.fid; END;
`;
