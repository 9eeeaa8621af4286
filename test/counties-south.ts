// Parcel layers of the South, with their columns and what a parcel must take from them.
import type { County } from './county-columns.ts';

export const countiesOfTheSouth: readonly County[] = [
  {
    county: 'Wake, North Carolina',
    columns: `OBJECTID:row PIN_NUM:pin10 PIN_EXT:zero CALC_AREA:acres2 MAP_NAME:code REID:id OWNER:owner ADDR1:mail ADDR2:csz ADDR3:blank
      DEED_BOOK:book DEED_PAGE:page DEED_DATE:ms DEED_ACRES:acres BLDG_VAL:value LAND_VAL:value TOTAL_VALUE_ASSD:value
      BILLING_CLASS:count PROPDESC:legal HEATEDAREA:floorarea STNAME:street STYPE:type STPRE:dir STSUF:blank STNUM:no STMISC:blank
      SITE_ADDRESS:site CITY:city CITY_DECODE:city PLANNING_JURISDICTION:letter TOWNSHIP:district TOWNSHIP_DECODE:town FIREDIST:code
      YEAR_BUILT:built TOTSALPRICE:price SALE_DATE:ms TYPE_AND_USE:code TYPE_USE_DECODE:desc DESIGN_STYLE:code TOTSTRUCTS:count
      TOTUNITS:count UNITS:count LAND_CLASS:letter LAND_CLASS_DECODE:desc OLD_PARCEL_NUMBER:oldpin ZIPNUM:zipnumber ACTIVITY:blank
      PARCEL_PK:id LAND_CODE:code SHAPEAREA:sqft SHAPELEN:feet`,
    expected: {
      pin: 'PIN_NUM',
      name: 'OWNER',
      add1: 'line1(ADDR1, ADDR2, ADDR3)',
      add2: 'line2(ADDR1, ADDR2, ADDR3)',
      city: 'city(ADDR1, ADDR2, ADDR3)',
      state: 'state(ADDR1, ADDR2, ADDR3)',
      zip: 'zip(ADDR1, ADDR2, ADDR3)',
      site_address: 'SITE_ADDRESS',
      taxacres: 'DEED_ACRES',
      township: 'TOWNSHIP_DECODE',
      sale_date: 'SALE_DATE',
      sales_price: 'TOTSALPRICE',
    },
  },
  {
    county: 'Mecklenburg, North Carolina',
    columns: `objectid:row pid:pin10 nc_pin:pin map_book:book map_page:page map_block:part lot_num:part condo_townhouse:flag
      parcel_type:desc gisacres:acres accountno:id ownerlastname:last ownerfirstname:first cownerlastname:blank
      cownerfirstname:blank mailaddr1:mail mailaddr2:mail2 city:city state:state zipcode:zip houseno:no housenosuffix:blank
      stdir:dir stname:street sttype:type stsuffix:blank houseunit:unit municipality:town legaldesc:legal deedbook:book
      deedpage:page saledate:mdy saleprice:price landvalue:value bldgvalue:value extrafeatures:zero totalvalue:value
      landusecode:code landusedesc:desc neighborhood:code taxdistrict:code shape_Length:feet`,
    expected: {
      pin: 'pid',
      name: "ownerlastname & ' ' & ownerfirstname",
      add1: 'mailaddr1',
      add2: 'mailaddr2',
      city: 'city',
      state: 'state',
      zip: 'zipcode',
      site_address: "join(' ', houseno, stdir, stname, sttype, houseunit)",
      taxacres: 'gisacres',
      township: 'municipality',
      sale_date: 'saledate',
      sales_price: 'saleprice',
    },
  },
  {
    county: 'NC OneMap',
    columns: `OBJECTID:row PARNO:pin ALTPARNO:pin10 NPARNO:pin OWNNAME:owner OWNNAME2:owner2 OWNFRST:first OWNLAST:last OWNTYPE:desc
      GISACRES:acres2 GNISID:blank IMPROVVAL:value LANDVAL:value LEGDECFULL:legal LEGDECPART:blank LGCSTRCTUR:blank MAPREF:code
      MAILADD:mail MUNIT:mail2 MCITY:city MSTATE:state MZIP:zip MULTISTRUC:flag ALTPARNO2:blank PARUSECODE:code PARUSEDESC:desc
      PARUSECD2:blank PARVAL:value PARVALTYPE:desc PRESENTVAL:value RECAREANO:acres RECAREATX:acrestext REVISEDATE:edit
      REVDATETX:edit REVISEYEAR:taxyear SALEDATE:ms SALEDATETX:date SCITY:city SITEADD:site SADDNO:no SADDPREF:blank SADDSTNAME:street
      SADDSTR:streetline SADDSTSUF:blank SADDSTTYP:type SUNIT:blank SSTATE:here SZIP:zip SOURCEAGNT:desc SOURCEDATE:edit
      SOURCEREF:doc SOURCEDATX:edit STCNTYFIPS:fips CNTYFIPS:part CNTYNAME:county STFIPS:part STNAME:here STRUCT:flag STRUCTNO:count
      STRUCTYEAR:built SUBDIVISIO:subdivision SUBOWNTYPE:desc SUBSURFOWN:blank SUBSURFVAL:zero TRANSFDATE:edit SHAPE_Leng:feet`,
    expected: {
      pin: 'PARNO',
      name: 'owners(OWNNAME, OWNNAME2)',
      add1: 'MAILADD',
      add2: "join(', ', care(OWNNAME2), MUNIT)",
      city: 'MCITY',
      state: 'MSTATE',
      zip: 'MZIP',
      site_address: 'SITEADD',
      taxacres: 'RECAREANO',
      sale_date: 'SALEDATE',
    },
  },
  {
    county: 'Greenville, South Carolina',
    columns: `OBJECTID:row PIN:pin10 OWNAM1:owner OWNAM2:owner2 STREET:mail CITY:city STATE:state ZIP5:zip ZIP4:zip4 POWNNM:owner
      DIST:district MKTAREA:code PAMTDT:edit CUBOOK:book CUPAGE:page DEEDDATE:date PLTBK1:book PPAGE1:page SUBDIV:code LOT:part
      DESCR:legal LOCATE:streetline STRNUM:no TAXMKTVAL:value FAIRMKTVAL:value TOTTAX:value LANDUSE:code BEDROOMS:count
      SQFEET:floorarea SALEPRICE:price SLPRICE:price JURIS:district PROPTYPE:desc TACRES:acres Shape_Leng:feet`,
    expected: {
      pin: 'PIN',
      name: 'owners(OWNAM1, OWNAM2)',
      add1: 'STREET',
      add2: 'care(OWNAM2)',
      city: 'CITY',
      state: 'STATE',
      zip: 'ZIP5',
      site_address: "join(' ', STRNUM, LOCATE)",
      taxacres: 'TACRES',
      sale_date: 'DEEDDATE',
      sales_price: 'SALEPRICE',
    },
  },
  {
    county: 'Charleston, South Carolina',
    columns: `OBJECTID:row TMS:pin10 OLD_TMS:oldpin PID_LINK:link OWNER1:owner OWNER2:owner2 MAIL_ADDR1:mail MAIL_ADDR2:mail2 MAIL_CITY:city
      MAIL_STATE:state MAIL_ZIP:zip SITE_NUMBER:no SITE_STREET:streetline SITE_CITY:city LEGAL:legal GEN_USE:desc CLASS_CODE:code
      ACREAGE:acres SUBDIV:subdivision PLAT_BOOK:book DEED_BOOK:book DEED_PAGE:page SALE_DATE:mdy SALE_PRICE:pricetext
      PREV_OWNER:owner JURISDICTION:town LAST_UPDATE:edit`,
    expected: {
      pin: 'TMS',
      name: 'owners(OWNER1, OWNER2)',
      add1: 'MAIL_ADDR1',
      add2: "join(', ', care(OWNER2), MAIL_ADDR2)",
      city: 'MAIL_CITY',
      state: 'MAIL_STATE',
      zip: 'MAIL_ZIP',
      site_address: "join(' ', SITE_NUMBER, SITE_STREET)",
      taxacres: 'ACREAGE',
      sale_date: 'SALE_DATE',
      sales_price: 'SALE_PRICE',
      township: 'JURISDICTION',
    },
  },
  {
    county: 'Fulton, Georgia',
    columns: `OBJECTID:row ParcelID:pin Address:site AddrNumber:no AddrPreDir:blank AddrStreet:street AddrSuffix:type AddrPosDir:dir
      AddrUnit:unit Owner:owner OwnerAddr1:mail OwnerAddr2:csz TaxDist:district TotAppr:value LandAppr:value ImprAppr:value
      TotAssess:value LandAssess:value ImprAssess:value LUCode:code ClassCode:letter ExCode:blank LivUnits:count LandAcres:acres
      NbrHood:code Subdiv:subdivision SubdivNum:code SubdivLot:part SubdivBlck:part FeatureID:pin TaxYear:taxyear Shape_Leng:feet`,
    expected: {
      pin: 'ParcelID',
      name: 'Owner',
      add1: 'line1(OwnerAddr1, OwnerAddr2)',
      add2: 'line2(OwnerAddr1, OwnerAddr2)',
      city: 'city(OwnerAddr1, OwnerAddr2)',
      state: 'state(OwnerAddr1, OwnerAddr2)',
      zip: 'zip(OwnerAddr1, OwnerAddr2)',
      site_address: 'Address',
      taxacres: 'LandAcres',
    },
  },
  {
    county: 'DeKalb, Georgia, on the Esri tax parcel model',
    columns: `OBJECTID:row PARCELID:pin LOWPARCELID:parent BUILDING:blank UNIT:unit CVTTXCD:code CVTTXDSCRP:town SCHLTXCD:code
      SCHLDSCRP:school USECD:code USEDSCRP:desc NGHBRHDCD:code CLASSCD:code CLASSDSCRP:desc SITEADDRESS:site PRPRTYDSCRP:legal
      CNVYNAME:subdivision OWNERNME1:owner OWNERNME2:owner2 PSTLADDRESS:mail PSTLCITY:city PSTLSTATE:state PSTLZIP5:zip
      PSTLZIP4:zip4 FLOORCOUNT:count BLDGAREA:floorarea RESFLRAREA:floorarea RESYRBLT:built RESSTRTYP:desc STRCLASS:desc
      CNTASSDVAL:value LNDVALUE:value TOTAPR1:value ZONING:zone LANDUSE:desc ACREAGE:acres STATEDAREA:acrestext LASTUPDATE:edit
      PARCELTYPE:desc SHAPE_Length:feet`,
    expected: {
      pin: 'PARCELID',
      name: 'owners(OWNERNME1, OWNERNME2)',
      add1: 'PSTLADDRESS',
      add2: 'care(OWNERNME2)',
      city: 'PSTLCITY',
      state: 'PSTLSTATE',
      zip: 'PSTLZIP5',
      site_address: 'SITEADDRESS',
      taxacres: 'ACREAGE',
      township: 'CVTTXDSCRP',
      zoning: 'ZONING',
    },
  },
  {
    county: 'a county of Georgia on WinGAP',
    columns: `OBJECTID:row REALKEY:id PARCEL_NO:pin OWNKEY:id LASTNAME:owner FIRSTNAME:blank ADDRESS1:mail ADDRESS2:mail2 ADDRESS3:blank
      CITY:city STATE:state ZIP:zip HOUSE_NO:no EXTENSION:blank STREETNAME:street STREETTYPE:type DIRECTION:blank UNIT:blank
      LEGAL_DESC:legal TOTALACRES:acres TAXDISTRICT:district DIGCLASS:letter CURR_VAL:value PREV_VAL:value DEEDBOOK:book
      DEEDPAGE:page SALEDATE:mdy SALEPRICE:price GRANTOR:owner GRANTEE:owner SALECLASS:letter LAND_LOT:part LANDDISTRICT:part
      HOMESTEAD:letter`,
    expected: {
      pin: 'PARCEL_NO',
      name: "LASTNAME & ' ' & FIRSTNAME",
      add1: 'ADDRESS1',
      add2: "join(', ', ADDRESS2, ADDRESS3)",
      city: 'CITY',
      state: 'STATE',
      zip: 'ZIP',
      site_address: "join(' ', HOUSE_NO, STREETNAME, STREETTYPE)",
      taxacres: 'TOTALACRES',
      sale_date: 'SALEDATE',
      sales_price: 'SALEPRICE',
    },
  },
  {
    county: 'Florida DOR',
    columns: `OBJECTID:row CO_NO:part PARCEL_ID:pin PARCELNO:pin FILE_T:letter ASMNT_YR:taxyear BAS_STRT:code ATV_STRT:blank GRP_NO:count
      DOR_UC:code PA_UC:code SPASS_CD:blank JV:value JV_CHNG:value AV_SD:value AV_NSD:value TV_SD:value JV_HMSTD:value AV_HMSTD:value
      LND_VAL:value LND_UNTS_C:count NO_LND_UNT:count LND_SQFOOT:sqft DT_LAST_IN:code IMP_QUAL:count CONST_CLAS:count EFF_YR_BLT:built
      ACT_YR_BLT:built TOT_LVG_AR:floorarea NO_BULDNG:count NO_RES_UNT:count SPEC_FEAT_:zero M_PAR_SAL1:blank QUAL_CD1:code
      VI_CD1:letter SALE_PRC1:price SALE_YR1:year SALE_MO1:month OR_BOOK1:book OR_PAGE1:page CLERK_NO1:doc S_CHNG_CD1:blank
      M_PAR_SAL2:blank QUAL_CD2:code VI_CD2:letter SALE_PRC2:price2 SALE_YR2:built SALE_MO2:month OR_BOOK2:book OR_PAGE2:page
      OWN_NAME:owner OWN_ADDR1:mail OWN_ADDR2:mail2 OWN_CITY:city OWN_STATE:state OWN_ZIPCD:zipnumber OWN_STATE_:district FIDU_NAME:blank
      FIDU_ADDR1:blank FIDU_CITY:blank S_LEGAL:legal APP_STAT:blank MKT_AR:code NBRHD_CD:code PUBLIC_LND:blank TAX_AUTH_C:code
      TWN:survey RNG:survey SEC:part CENSUS_BK:doc PHY_ADDR1:site PHY_ADDR2:blank PHY_CITY:city PHY_ZIPCD:zipnumber
      ALT_KEY:id ASS_TRNSFR:blank PREV_HMSTD:zero STATE_PAR_:pin SPC_CIR_CD:blank Shape_Leng:feet`,
    expected: {
      pin: 'PARCEL_ID',
      name: 'OWN_NAME',
      add1: 'OWN_ADDR1',
      add2: 'OWN_ADDR2',
      city: 'OWN_CITY',
      state: 'OWN_STATE',
      zip: 'OWN_ZIPCD',
      site_address: 'PHY_ADDR1',
      taxacres: 'LND_SQFOOT/43560',
      sale_date: 'newest(date(SALE_YR1, SALE_MO1), date(SALE_YR2, SALE_MO2))',
      sales_price: 'of_newest(date(SALE_YR1, SALE_MO1), SALE_PRC1, date(SALE_YR2, SALE_MO2), SALE_PRC2)',
    },
  },
  {
    county: 'Miami-Dade, Florida',
    columns: `OBJECTID:row FOLIO:pin10 TTRRSS:code X_COORD:feet Y_COORD:feet TRUE_SITE_ADDR:site TRUE_SITE_UNIT:unit TRUE_SITE_CITY:city
      TRUE_SITE_ZIP_CODE:zip TRUE_MAILING_ADDR1:mail TRUE_MAILING_ADDR2:mail2 TRUE_MAILING_ADDR3:blank TRUE_MAILING_CITY:city
      TRUE_MAILING_STATE:state TRUE_MAILING_ZIP_CODE:zip TRUE_MAILING_COUNTRY:blank TRUE_OWNER1:owner TRUE_OWNER2:owner2
      TRUE_OWNER3:blank CONDO_FLAG:flag PARENT_FOLIO:parent DOR_CODE_CUR:code DOR_DESC:desc SUBDIVISION:code BEDROOM_COUNT:count
      BATHROOM_COUNT:count FLOOR_COUNT:count UNIT_COUNT:count BUILDING_ACTUAL_AREA:floorarea BUILDING_HEATED_AREA:floorarea
      LOT_SIZE:sqft YEAR_BUILT:built ASSESSMENT_YEAR_CUR:taxyear ASSESSED_VAL_CUR:value DOS_1:ymd PRICE_1:price LEGAL:legal
      PID:id PRIMARY_ZONE:zone`,
    expected: {
      pin: 'FOLIO',
      name: 'owners(TRUE_OWNER1, TRUE_OWNER2, TRUE_OWNER3)',
      add1: 'TRUE_MAILING_ADDR1',
      add2: "join(', ', care(TRUE_OWNER2, TRUE_OWNER3), TRUE_MAILING_ADDR2, TRUE_MAILING_ADDR3)",
      city: 'TRUE_MAILING_CITY',
      state: 'TRUE_MAILING_STATE',
      zip: 'TRUE_MAILING_ZIP_CODE',
      site_address: 'TRUE_SITE_ADDR',
      taxacres: 'LOT_SIZE/43560',
      sale_date: 'DOS_1',
      sales_price: 'PRICE_1',
      zoning: 'PRIMARY_ZONE',
    },
    lostByCut: ['add1'],
  },
  {
    county: 'Hillsborough, Florida',
    columns: `FID:row FOLIO:pin10 PIN:pin FOLIO_NUMB:num10 DOR_CODE:code TYPE:letter OWNER:owner ADDR_1:mail ADDR_2:mail2 CITY:city STATE:state
      ZIP:zip COUNTRY:blank SITE_ADDR:site SITE_CITY:city SITE_ZIP:zip LEGAL1:legal LEGAL2:blank SUB:code TAXDIST:letter MUNI:letter
      SD1:blank S_DATE:date VI:letter QU:letter REA_CODE:code S_AMT:price JUST:value LAND:value BLDG:value EXF:zero ACT:built
      EFF:built HEAT_AR:floorarea ASD_VAL:value TAX_VAL:value MARKET_ARE:code tBEDS:count tBATHS:count tSTORIES:count ACREAGE:acres
      NBHC:code`,
    expected: {
      pin: 'PIN',
      name: 'OWNER',
      add1: 'ADDR_1',
      add2: 'ADDR_2',
      city: 'CITY',
      state: 'STATE',
      zip: 'ZIP',
      site_address: 'SITE_ADDR',
      taxacres: 'ACREAGE',
      sale_date: 'S_DATE',
      sales_price: 'S_AMT',
    },
  },
  {
    county: 'Lee, Florida',
    columns: `OBJECTID:row FOLIOID:id STRAP:pin NAME:blank O_NAME:owner O_OTHERS:owner2 O_CAREOF:care O_ADDR1:mail O_ADDR2:mail2 O_CITY:city
      O_STATE:state O_ZIP:zip O_COUNTRY:blank SITEADDR:site SITENUMBER:no SITESTREET:streetline SITEUNIT:unit SITECITY:city
      SITEZIP:zip LEGAL:legal BLOCK:part LOT:part DORCODE:code LANDUSEDES:desc ZONING:zone LANDISON:letter JUST:value ASSESSED:value
      TAXABLE:value BUILDING:value LAND:value GISACRES:acres S_1DATE:date S_1AMOUNT:price S_1TC:code S_1OR_NUM:doc S_2DATE:date2
      S_2AMOUNT:price2 S_2TC:code S_3DATE:blank S_3AMOUNT:zero BEDROOMS:count BATHROOMS:count HEATEDAREA:floorarea TAXDIST:district
      NUMUNITS:count URL:link LASTUPDATE:edit`,
    expected: {
      pin: 'STRAP',
      name: 'owners(O_NAME, O_OTHERS)',
      add1: 'O_ADDR1',
      add2: "join(', ', O_CAREOF, O_ADDR2)",
      city: 'O_CITY',
      state: 'O_STATE',
      zip: 'O_ZIP',
      site_address: 'SITEADDR',
      taxacres: 'GISACRES',
      zoning: 'ZONING',
      sale_date: 'newest(S_1DATE, S_2DATE, S_3DATE)',
      sales_price: 'of_newest(S_1DATE, S_1AMOUNT, S_2DATE, S_2AMOUNT, S_3DATE, S_3AMOUNT)',
    },
  },
  {
    county: 'Davidson, Tennessee',
    columns: `OBJECTID:row ParID:id STANPAR:pin10 APN:pin ParType:count Council:code TaxDist:code Owner:owner OwnDate:date OwnInstr:doc
      OwnAddr1:mail OwnAddr2:mail2 OwnAddr3:blank OwnCity:city OwnState:state OwnCountry:blank OwnZip:zip PropAddr:site PropHouse:no
      PropFraction:blank PropStreet:streetline PropSuite:blank PropCity:city PropState:here PropZip:zip LegalDesc:legal Acres:acres
      Frontage:floorarea PropSide:floorarea LUCode:code LUDesc:desc CensusTrac:code SalePrice:price LandAppr:value ImprAppr:value
      TotlAppr:value IsRegular:flag StatusCode:letter Shape_Leng:feet`,
    expected: {
      pin: 'APN',
      name: 'Owner',
      add1: 'OwnAddr1',
      add2: "join(', ', OwnAddr2, OwnAddr3)",
      city: 'OwnCity',
      state: 'OwnState',
      zip: 'OwnZip',
      site_address: 'PropAddr',
      taxacres: 'Acres',
      sale_date: 'OwnDate',
      sales_price: 'SalePrice',
    },
  },
  {
    county: 'Shelby, Tennessee, on iasWorld',
    columns: `OBJECTID:row PARCELID:pin PARID:pin10 OWN1:owner OWN2:owner2 OADDR1:mail OADDR2:blank OCITYNAME:city OSTATECODE:state
      OZIP1:zip OZIP2:zip4 ADRNO:no ADRADD:blank ADRDIR:dir ADRSTR:street ADRSUF:type CITYNAME:city ZIP1:zip TAXYR:taxyear CLASS:letter
      LUC:code LIVUNIT:count CALCACRES:acres2 ACRES:acres APRLAND:value APRBLDG:value RTOTAPR:value RTOTASMT:value SUBDIV:code
      NBHD:code ZONING:zone TAXDIST:code MUNI:town SALEDT:ymd PRICE:price BOOK:book PAGE:page`,
    expected: {
      pin: 'PARCELID',
      name: 'owners(OWN1, OWN2)',
      add1: 'OADDR1',
      add2: "join(', ', care(OWN2), OADDR2)",
      city: 'OCITYNAME',
      state: 'OSTATECODE',
      zip: 'OZIP1',
      site_address: "join(' ', ADRNO, ADRDIR, ADRSTR, ADRSUF)",
      taxacres: 'ACRES',
      sale_date: 'SALEDT',
      sales_price: 'PRICE',
      township: 'MUNI',
      zoning: 'ZONING',
    },
  },
  {
    county: 'Tennessee Comptroller',
    columns: `OBJECTID:row GISLINK:pin PARCELID:pin COUNTY_ID:part CONTROL_MAP:code MAP_GROUP:letter PARCEL:part SPECIAL_INT:zero
      OWNER:owner OWNER2:owner2 ADDRESS:site CITY:city SUBDIV:subdivision SUBD_LOT:part DEEDAC:acres CALCAC:acres2 PROP_TYPE:code
      LAND_USE:code DATE_CREATED:edit LAST_UPDATED:edit`,
    expected: {
      pin: 'PARCELID',
      name: 'owners(OWNER, OWNER2)',
      site_address: 'ADDRESS',
      taxacres: 'DEEDAC',
    },
  },
  {
    county: 'Fayette, Kentucky PVA',
    columns: `OBJECTID:row PVANUM:pin10 ADDRESS:site CLASS:letter CLASSDESC:desc PARCELTYPE:desc LOT:part BLOCK:part SUBDIV:subdivision
      ACREAGE:acres DEED_BOOK:book PLAT_CAB:letter ASSESSMENT:value NOTES:note MAPBLOCK:code CREATED_US:editor CREATED_DA:edit
      LAST_EDITE:editor LAST_EDI_1:edit`,
    expected: { pin: 'PVANUM', site_address: 'ADDRESS', taxacres: 'ACREAGE' },
  },
  {
    county: 'a county of Alabama',
    columns: `OBJECTID:row ParcelNumber:pin PPIN:id TaxpayerName:owner TaxpayerAddress1:mail TaxpayerAddress2:mail2 TaxpayerCity:city
      TaxpayerState:state TaxpayerZip:zip PropertyAddress:site LegalDesc:legal Acreage:acres CalculatedAcres:acres2 TaxDistrict:code
      MunicipalityCode:code ExemptCode:letter LandValue:value ImprovementValue:value TotalValue:value DeedBook:book DeedPage:page
      DeedRecordedDate:mdy LastModified:edit`,
    expected: {
      pin: 'ParcelNumber',
      name: 'TaxpayerName',
      add1: 'TaxpayerAddress1',
      add2: 'TaxpayerAddress2',
      city: 'TaxpayerCity',
      state: 'TaxpayerState',
      zip: 'TaxpayerZip',
      site_address: 'PropertyAddress',
      taxacres: 'Acreage',
      sale_date: 'DeedRecordedDate',
    },
  },
  {
    county: 'a parish of Louisiana',
    columns: `OBJECTID:row ASSESSMENT_NUM:pin10 WARD:district TAXPAYER_NAME:owner TAXPAYER_NAME2:owner2 TAXPAYER_ADDR1:mail
      TAXPAYER_ADDR2:blank TAXPAYER_CITY:city TAXPAYER_STATE:state TAXPAYER_ZIP:zip PHYSICAL_ADDRESS:site LEGAL_DESC:legal
      SUBDIVISION:subdivision LOT_NUM:part SQUARE:part HOMESTEAD_EX:zero FAIR_MARKET:value ASSESSED_VALUE:value ACRES:acres
      EDIT_DATE:edit EDITED_BY:editor`,
    expected: {
      pin: 'ASSESSMENT_NUM',
      name: 'owners(TAXPAYER_NAME, TAXPAYER_NAME2)',
      add1: 'TAXPAYER_ADDR1',
      add2: "join(', ', care(TAXPAYER_NAME2), TAXPAYER_ADDR2)",
      city: 'TAXPAYER_CITY',
      state: 'TAXPAYER_STATE',
      zip: 'TAXPAYER_ZIP',
      site_address: 'PHYSICAL_ADDRESS',
      taxacres: 'ACRES',
    },
  },
  {
    county: 'Fairfax, Virginia',
    columns: `OBJECTID:row PIN:pin PARENT_PIN:parent PARCEL_TYPE:letter PARCEL_KEY:id SITE_ADDR:site CURRE_ZONE:zone ZONING:zone
      ACREAGE:acres LUC_DESC:desc LASTUPDATE:edit CREATIONDATE:edit EDITOR:editor SHAPE__Area:sqft`,
    expected: { pin: 'PIN', site_address: 'SITE_ADDR', taxacres: 'ACREAGE', zoning: 'ZONING' },
  },
  {
    county: 'Maryland property view (Montgomery and others)',
    columns: `OBJECTID:row JURSCODE:letter ACCTID:pin10 DIGXCORD:feet DIGYCORD:feet BLDG_STORY:count RESITYP:letter ADDRESS:site
      STRTNUM:no STRTDIR:blank STRTNAM:street STRTTYP:type STRTSFX:blank STRTUNT:blank ADDRTYP:count CITY:city ZIPCODE:zip
      OWNERSHIP:desc OOI:letter OWNNAME1:owner OWNNAME2:owner2 OWNADD1:mail OWNADD2:mail2 OWNCITY:city OWNSTATE:state OWNERZIP:zip
      OWNZIP2:zip4 LEGAL1:legal LEGAL2:blank LEGAL3:blank DR1CLERK:letter DR1LIBER:book DR1FOLIO:page MAP:part GRID:part PARCEL:part
      SECTION:blank BLOCK:part LOT:part PLAT:code PLATLBR:book PLATFLO:page SUBDIVSN:code TOWNCODE:code PERMITTYP:blank ACRES:acres
      LANDAREA:sqft LUOM:letter WIDTH:floorarea ZONING:zone LU:letter DESCLU:desc CIUSE:blank YEARBLT:built SQFTSTRC:floorarea
      STRUCNST:code RECIND:blank SALEIND:blank TRADATE:ymd CONSIDR1:price MORTGAG1:value CRTARCOD:blank NFMLNDVL:value
      NFMIMPVL:value NFMTTLVL:value LASTINSP:edit LASTASSD:edit ASSESSOR:editor TRANSNO1:doc TRANSNO2:doc GRNTNAM1:owner GRNTNAM2:blank
      SDATWEBADR:link EXISTING:flag POLYID:id`,
    expected: {
      pin: 'ACCTID',
      name: 'owners(OWNNAME1, OWNNAME2)',
      add1: 'OWNADD1',
      add2: "join(', ', care(OWNNAME2), OWNADD2)",
      city: 'OWNCITY',
      state: 'OWNSTATE',
      zip: 'OWNERZIP',
      site_address: 'ADDRESS',
      taxacres: 'ACRES',
      sale_date: 'TRADATE',
      sales_price: 'CONSIDR1',
      zoning: 'ZONING',
    },
  },
  {
    county: 'District of Columbia',
    columns: `OBJECTID:row SSL:pin SQUARE:part SUFFIX:blank LOT:part OWNERNAME:owner OWNNAME2:owner2 CAREOFNAME:care ADDRESS1:mail
      ADDRESS2:mail2 CITYSTZIP:csz PREMISEADD:site UNITNUMBER:unit USECODE:code PROPTYPE:desc LANDAREA:sqft TAXRATE:count SALEPRICE:price
      SALEDATE:ms SALETYPE:letter ACCEPTCODE:desc DEEDDATE:ms OLDLAND:value OLDIMPR:value OLDTOTAL:value NEWLAND:value NEWIMPR:value
      NEWTOTAL:value ASSESSMENT:value ANNUALTAX:value DUEDATE1:edit DUEDATE2:edit LASTPAYDT:edit MORTGAGECO:code NBHD:code NBHDNAME:desc
      WARD:district COOPUNITS:count CLASSTYPE:code HSTDCODE:count EXTRACTDAT:edit ARN:code QDRNTNAME:dir`,
    expected: {
      pin: 'SSL',
      name: 'owners(OWNERNAME, OWNNAME2)',
      add1: 'ADDRESS1',
      add2: "join(', ', CAREOFNAME, ADDRESS2)",
      city: 'city(CITYSTZIP)',
      state: 'state(CITYSTZIP)',
      zip: 'zip(CITYSTZIP)',
      site_address: 'PREMISEADD',
      taxacres: 'LANDAREA/43560',
      sale_date: 'SALEDATE',
      sales_price: 'SALEPRICE',
    },
  },
  {
    county: 'West Virginia statewide',
    columns: `OBJECTID:row County:county District:district Map:part Parcel:part SubParcel:zero CleanParcelID:pin FullOwnerName:owner
      FullOwnerAddress:mailwhole FullLegalDescription:legal FullPhysicalAddress:site DeedBook:book DeedPage:page TaxYear:taxyear
      TaxClass:count OwnerOccupied:flag CalculatedAcres:acres2 LandUse:desc LandAppraisal:value BuildingAppraisal:value
      TotalAppraisal:value Shape_Length:feet`,
    expected: {
      pin: 'CleanParcelID',
      name: 'FullOwnerName',
      add1: 'line1(FullOwnerAddress)',
      city: 'city(FullOwnerAddress)',
      state: 'state(FullOwnerAddress)',
      zip: 'zip(FullOwnerAddress)',
      site_address: 'FullPhysicalAddress',
      taxacres: 'CalculatedAcres',
    },
  },
  {
    county: 'Arkansas statewide',
    columns: `objectid:row parcelid:pin parcellgl:legal countyid:part county:county countyfips:fips taxcode:code taxarea:acres
      pid:blank adrlabel:site adrnum:no predir:dir pstrnam:street pstrtype:type psufdir:blank adrcity:city adrzip5:zip adrzip4:zip4
      ownername:owner subdivision:subdivision nbhd:code section:part township:survey range:survey str:code assessvalue:value
      impvalue:value landvalue:value totalvalue:value parceltype:desc camakey:id camadate:edit camaprov:desc dataprov:desc
      pubdate:edit sourceref:doc sourcedate:edit gisfeatid:uid`,
    expected: { pin: 'parcelid', name: 'ownername', site_address: 'adrlabel', taxacres: 'taxarea' },
  },
  {
    county: 'Texas StratMap',
    columns: `OBJECTID:row Prop_ID:id GEO_ID:pin OWNER_NAME:owner NAME_CARE:care LEGAL_AREA:acres LGL_AREA_U:blank GIS_AREA:acres2
      GIS_AREA_U:blank LEGAL_DESC:legal STAT_LAND_:letter LOC_LAND_U:code LAND_VALUE:value IMP_VALUE:value MKT_VALUE:value
      SITUS_ADDR:site SITUS_NUM:no SITUS_STRE:dir SITUS_ST_1:street SITUS_ST_2:type SITUS_CITY:city SITUS_STAT:here SITUS_ZIP:zip
      MAIL_ADDR:mail MAIL_LINE1:blank MAIL_LINE2:blank MAIL_CITY:city MAIL_STAT:state MAIL_ZIP:zip SOURCE:desc DATE_ACQ:edit FIPS:fips
      COUNTY:county TAX_YEAR:taxyear YEAR_BUILT:built Shape_Leng:feet`,
    expected: {
      pin: 'Prop_ID',
      name: 'OWNER_NAME',
      add1: 'MAIL_ADDR',
      add2: "join(', ', NAME_CARE, MAIL_LINE1, MAIL_LINE2)",
      city: 'MAIL_CITY',
      state: 'MAIL_STAT',
      zip: 'MAIL_ZIP',
      site_address: 'SITUS_ADDR',
      taxacres: 'LEGAL_AREA',
    },
  },
  {
    county: 'Harris, Texas (HCAD)',
    columns: `OBJECTID:row HCAD_NUM:pin10 LOWPARCELID:parent parcel_type:desc acct_num:pin10 tax_year:taxyear owner_name_1:owner
      owner_name_2:owner2 owner_name_3:blank mail_addr_1:mail mail_addr_2:blank mail_city:city mail_state:state mail_zip:zip
      mail_country:blank site_str_num:no site_str_num_sfx:blank site_str_pfx:dir site_str_name:street site_str_sfx:type
      site_str_sfx_dir:blank site_city:city site_county:county site_zip:zip state_class:letter land_use:code land_value:value
      bld_value:value impr_value:value total_appraised_val:value total_market_val:value prior_total_appraised:value new_owner_date:edit
      acreage_1:acres land_sqft:sqft legal_dscr_1:legal legal_dscr_2:blank nbhd_code:code market_area:desc school_dist:code
      CondoFlag:flag StackedParcel:flag noticed_dt:edit`,
    expected: {
      pin: 'acct_num',
      name: 'owners(owner_name_1, owner_name_2, owner_name_3)',
      add1: 'mail_addr_1',
      add2: "join(', ', care(owner_name_2, owner_name_3), mail_addr_2)",
      city: 'mail_city',
      state: 'mail_state',
      zip: 'mail_zip',
      site_address: "join(' ', site_str_num, site_str_pfx, site_str_name, site_str_sfx)",
      taxacres: 'acreage_1',
    },
  },
  {
    county: 'a county of Texas on True Automation (Travis, Bell, Kaufman …)',
    columns: `objectid:row prop_id:id prop_id_text:id geo_id:pin file_as_name:owner legal_desc:legal legal_acreage:acres hood_cd:code
      situs_num:no situs_street_prefx:dir situs_street:street situs_street_sufix:type situs_city:city situs_state:here situs_zip:zip
      situs_display:site addr_line1:care addr_line2:mail addr_line3:blank addr_city:city addr_state:state addr_zip:zip
      abs_subdv_cd:code tract_or_lot:part block:part map_id:code land_val:value imprv_val:value market:value owner_tax_yr:taxyear
      deed_date:mdy volume:book page:page number:doc exemptions:letter school:code county:code next_appraisal_dt:blank`,
    expected: {
      pin: 'prop_id',
      name: 'file_as_name',
      add1: 'addr_line2',
      add2: "join(', ', addr_line1, addr_line3)",
      city: 'addr_city',
      state: 'addr_state',
      zip: 'addr_zip',
      site_address: 'situs_display',
      taxacres: 'legal_acreage',
      sale_date: 'deed_date',
    },
  },
];
